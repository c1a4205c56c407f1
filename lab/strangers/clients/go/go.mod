module strangerclient

go 1.19
