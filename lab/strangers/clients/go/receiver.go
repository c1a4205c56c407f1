package strangerclient

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Event is the envelope of a webhook.
type Event struct {
	ID   string          `json:"id"`
	Type string          `json:"type"`
	Data json.RawMessage `json:"data"`
}

// JobID is the id of the job of an event, or empty. The rest is only a hint: read the job to know its state.
func (e Event) JobID() string {
	var data struct{ Object struct{ ID string } }
	if !strings.HasPrefix(e.Type, "job.") || json.Unmarshal(e.Data, &data) != nil {
		return ""
	}
	return data.Object.ID
}

// Receiver is an http.Handler for webhooks. Handle gets each event once, in any order, and has to return within seconds.
type Receiver struct {
	Handle func(Event) error

	mu      sync.Mutex
	secrets []string
	seen    map[string]bool
}

// Trust sets the secrets that are accepted: during a rotation, the old and the new one.
func (v *Receiver) Trust(secrets ...string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.secrets = secrets
}

func (v *Receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	var event Event
	v.mu.Lock() // also while it is handled: a repetition that comes meanwhile is not acknowledged too early
	defer v.mu.Unlock()
	if err != nil || !isSigned(body, strings.Join(r.Header.Values("Service-Signature"), ","), v.secrets, time.Now()) ||
		json.Unmarshal(body, &event) != nil || event.ID == "" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if !v.seen[event.ID] {
		if err := v.Handle(event); err != nil {
			w.WriteHeader(http.StatusInternalServerError) // it will be sent again
			return
		}
		if v.seen == nil {
			v.seen = map[string]bool{}
		}
		v.seen[event.ID] = true
	}
	w.WriteHeader(http.StatusNoContent)
}

// isSigned verifies a Service-Signature over the raw body: one recent t, and any v1 that matches any secret.
func isSigned(body []byte, header string, secrets []string, now time.Time) bool {
	var times []string
	var signatures [][]byte
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch name {
		case "t":
			times = append(times, value)
		case "v1":
			if signature, err := hex.DecodeString(value); err == nil {
				signatures = append(signatures, signature)
			}
		}
	}
	if len(times) != 1 {
		return false
	}
	t, err := strconv.ParseUint(times[0], 10, 62)
	if age := now.Unix() - int64(t); err != nil || age > 300 || age < -300 {
		return false
	}
	matches := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(times[0] + "."))
		mac.Write(body)
		wanted := mac.Sum(nil)
		for _, signature := range signatures {
			matches = hmac.Equal(signature, wanted) || matches
		}
	}
	return matches
}
