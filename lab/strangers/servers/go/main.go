// An in-memory server of the image analysis and try-on service, with drivers for tests under /control.
package main

import (
	"crypto/rand"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"math/bits"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// The specification shows no limits of the bodies; these are in bytes.
const uploadLimit, bodyLimit = 16 << 20, 256 << 10

// server holds all state. One mutex guards everything; it is never held while a webhook is sent.
type server struct {
	mu        sync.Mutex
	changed   *sync.Cond // a clock has stopped advancing, or an attempt has ended
	accounts  map[string]*account
	keys      map[string]*key
	fallback  *account // the default account, whose clock follows real time
	counter   uint64
	cursorKey string
	client    *http.Client
}

type request struct {
	*http.Request
	body []byte
	id   string // the variable segment of the path
}

func main() {
	port := flag.Int("port", 0, "port to listen on; 0 takes any free port")
	flag.Parse()
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", *port))
	if err != nil {
		log.Fatal(err)
	}
	s := &server{accounts: map[string]*account{}, keys: map[string]*key{}, cursorKey: randomHex(16), client: &http.Client{
		Timeout:       10 * time.Second,
		Transport:     &http.Transport{DisableKeepAlives: true, DisableCompression: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	s.changed = sync.NewCond(&s.mu)
	s.fallback = s.newAccount(newClock())
	keys := object{"live", s.setKey(s.fallback, "live", nil).secret,
		"test", s.setKey(s.fallback, "test", []byte(`{"environment": "test"}`)).secret}
	base := "http://" + listener.Addr().String()
	json.NewEncoder(os.Stdout).Encode(object{"base_url", base, "drivers", base + "/control", "keys", keys})
	go s.followRealTime()
	log.Fatal(http.Serve(listener, s))
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	limit := pick[int64](r.URL.Path == "/v1/assets", uploadLimit, bodyLimit)
	body, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
	out := fail(413, "BODY_TOO_LARGE", fmt.Sprintf("The body exceeds %d bytes.", limit))
	if err == nil && int64(len(body)) <= limit {
		out = s.answer(&request{Request: r, body: body})
	} else { // the rest is thrown away, so that a client which is still sending gets to see the answer
		io.CopyN(io.Discard, r.Body, 64<<20)
	}
	for name, value := range out.header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(out.status)
	w.Write(out.body)
}

func (s *server) answer(r *request) (out *reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { // refusals are raised by need and valid
		if raised := recover(); raised != nil {
			out = raised.(*reply)
		}
	}()
	path := strings.Split(r.URL.Path, "/")
	if len(path) > 3 && routes[r.Method+" "+r.URL.Path] == nil {
		r.id, path[3] = path[3], "{id}"
	}
	call := r.Method + " " + strings.Join(path, "/")
	if strings.HasPrefix(r.URL.Path, "/control/") {
		return s.drive(r, strings.Replace(call, "/control/", "", 1))
	} else if routes[call] != nil {
		return routes[call](s, r)
	} else if strings.HasPrefix(r.URL.Path, "/v1/") { // this asks for a key first, as an operation that is switched off does
		s.caller(r, "")
	}
	return unknownPath()
}

// reply is a finished answer; it shares nothing with the state.
type reply struct {
	status int
	header map[string]string
	body   []byte
}

func answer(status int, value any) *reply {
	return &reply{status, map[string]string{"Content-Type": "application/json"}, encode(value)}
}

func (out *reply) with(name, value string) *reply {
	out.header[name] = value
	return out
}

func (out *reply) after(wait time.Duration) *reply {
	return out.with("Retry-After", fmt.Sprint(int((wait+time.Second-1)/time.Second)))
}

func fail(status int, code, message string) *reply {
	detail := object{"code", code, "message", message, "request_id", "req_" + randomHex(10), "retryable", status == 429 || status == 503}
	return answer(status, object{"error", detail})
}

func unknownPath() *reply { return fail(404, "NOT_FOUND", "There is no such operation.") }

// need refuses the request unless a condition holds.
func need(holds bool, status int, code, message string) {
	if !holds && status == 503 {
		panic(fail(status, code, message).after(5 * time.Second))
	} else if !holds {
		panic(fail(status, code, message))
	}
}

// valid refuses the request unless a condition holds for a parameter, header or body member, which it names.
func valid(holds bool, field, message string) {
	need(holds, 400, "INVALID_REQUEST", field+": "+message)
}

// object is a JSON object with its members in order: name, value, name, value, and so on. Instants are shown without a
// fraction if their seconds are whole, with three digits if not, and as null if they are zero. Every instant of the state
// is whole in milliseconds, so what is shown is exactly what is compared.
type object []any

func (o object) MarshalJSON() ([]byte, error) {
	members := []string{}
	for i := 0; i < len(o); i += 2 {
		value := o[i+1]
		if at, ok := value.(time.Time); ok {
			value = pick[any](at.IsZero(), nil, strings.Replace(at.Format("2006-01-02T15:04:05.000Z"), ".000Z", "Z", 1))
		}
		members = append(members, fmt.Sprintf("%q:%s", o[i], encode(value)))
	}
	return []byte("{" + strings.Join(members, ",") + "}"), nil
}

func encode(value any) []byte {
	text, _ := json.MarshalIndent(value, "", "  ") // it cannot fail for the values that are used here
	return text
}

// newID gives digits that become longer as more of them are given out: asset_100000000000007 is the seventh.
func (s *server) newID(kind string) string {
	s.counter++
	return fmt.Sprintf("%s_1%0*d", kind, 11+bits.Len64(s.counter), s.counter)
}

func randomHex(size int) string {
	b := make([]byte, size)
	rand.Read(b)
	return fmt.Sprintf("%x", b)
}

func pick[T any](condition bool, yes, no T) T {
	if condition {
		return yes
	}
	return no
}

func contains(list []string, value string) bool {
	for _, item := range list {
		if item == value {
			return true
		}
	}
	return false
}
