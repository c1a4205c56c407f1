for role in primary second no_scope no_skin no_makeup outside other_account revoked expired disabled; do
  export "$(echo $role | tr a-z A-Z)_KEY=pk_live_example_$role"
done
