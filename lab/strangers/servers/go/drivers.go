package main

import (
	"encoding/json"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// decode takes the members of a driver call into a target and returns the declined ones: what is unknown or unusable.
func decode(body []byte, target any, known string) []string {
	given, declined := map[string]json.RawMessage{}, []string{}
	valid(len(body) == 0 || json.Unmarshal(body, &given) == nil, "body", "It must be a JSON object.")
	for name, value := range given {
		one, _ := json.Marshal(map[string]json.RawMessage{strings.ReplaceAll(name, "_", ""): value}) // test_funded fits TestFunded
		if !contains(strings.Fields(known), name) || json.Unmarshal(one, target) != nil {
			declined = append(declined, name)
		}
	}
	return declined
}

// span is a duration, given in milliseconds or as a text such as 8m and 1h30m.
type span time.Duration

func (d *span) UnmarshalJSON(raw []byte) error {
	text := string(raw) + "ms"
	json.Unmarshal(raw, &text)
	parsed, err := time.ParseDuration(text)
	*d = span(parsed.Truncate(time.Millisecond))
	return err
}

// wishes are members of driver calls that are carried out at once.
type wishes struct {
	OwnClock            bool
	Keys                map[string]json.RawMessage
	Adjust              int
	By, KeepPreviousFor span
	To                  time.Time
}

// drive answers a call of the drivers. The account is that of the key, whatever state the key is in, or the default one.
func (s *server) drive(r *request, call string) *reply {
	found := func(there bool) { need(there, 404, "NOT_FOUND", "There is no such object.") }
	secret := r.Header.Get("X-API-Key")
	k := s.keys[pick(secret == "", s.fallback.keys["live"].secret, secret)]
	found(k != nil)
	a, c, w := k.account, k.account.clock, &wishes{KeepPreviousFor: span(24 * time.Hour)}
	tenant, j, e := s.accounts[r.id], a.jobs[r.id], a.endpoints[r.id]
	found(tenant != nil || !strings.Contains(call, " tenants/"))
	found(j != nil && !j.gone() || !strings.Contains(call, " jobs/"))
	found(e != nil || !strings.Contains(call, " endpoints/"))
	switch call {
	case "GET capabilities":
		drivers := []string{"tenants", "clock", "jobs", "credits", "webhooks", "faults"}
		return answer(200, object{"drivers", drivers, "clock", object{"per_tenant", true}})

	case "POST tenants":
		decode(r.body, w, "own_clock")
		a = s.newAccount(pick(w.OwnClock, newClock(), c))
		return s.configure(a, r.body, w, "credits enforced threshold test_funded unit_costs features webhooks disabled own_clock keys")
	case "PATCH tenants/{id}":
		return s.configure(tenant, r.body, w, "credits enforced threshold test_funded unit_costs features webhooks disabled keys")
	case "POST tenants/{id}/credits":
		return s.configure(tenant, r.body, w, "adjust enforced threshold test_funded")
	case "PATCH switches":
		return s.configure(a, r.body, w, "key_store_unreadable ledger_unreadable admission_per_minute daily_quota")
	case "DELETE tenants/{id}":
		found(tenant != s.fallback)
		for _, k := range tenant.keys {
			delete(s.keys, k.secret)
		}
		delete(s.accounts, tenant.id)
		return &reply{status: 204}

	case "GET clock":
		return answer(200, object{"now", c.now})
	case "POST clock/{id}": // the segment is "advance"
		valid(len(decode(r.body, w, "by to")) == 0 && w.By >= 0, "body", "The clock is moved forward by a duration, or to an instant.")
		fired, due := s.advance(c, func() time.Time {
			return pick(w.To.IsZero(), c.now.Add(time.Duration(w.By)), w.To.UTC().Truncate(time.Millisecond))
		}), time.Time{}
		if next := s.nextTask(c); next != nil {
			due = next.at
		}
		return answer(200, object{"now", c.now, "fired", fired, "next_due", due})

	case "POST plans":
		return s.createPlan(a, r.body)
	case "DELETE plans/{id}":
		for i, p := range a.plans {
			if p.id == r.id {
				a.plans = append(a.plans[:i], a.plans[i+1:]...)
				return &reply{status: 204}
			}
		}
	case "GET jobs/{id}", "POST jobs/{id}/step", "POST jobs/{id}/release": // a release ends the stage in which the job is held
		if strings.HasSuffix(call, "/step") || strings.HasSuffix(call, "/release") && j.held() {
			s.cross(j)
		}
		return answer(200, object{"stage", pick(j.stage == "", j.status, j.stage), "held", j.held()})

	case "POST endpoints":
		e = &endpoint{id: s.newID("we"), secret: "whsec_" + randomHex(24), account: a, Environment: k.Environment, enabled: true,
			Events: []string{"job.succeeded", "job.failed", "job.cancelled", "test.ping"}}
		declined := decode(r.body, e, "account environment url events") // the account can only be that of the key
		// The console asks for HTTPS on port 443; the driver takes any address, as tests listen on loopback.
		target, err := url.Parse(e.URL)
		valid(err == nil && target.Host != "" && strings.HasPrefix(target.Scheme, "http"), "url", "It must be an http or https URL.")
		a.endpoints[e.id] = e
		return answer(201, object{"id", e.id, "secret", e.secret, "declined", declined})
	case "GET endpoints/{id}":
		return answer(200, e.view())
	case "DELETE endpoints/{id}":
		e.disable()
		delete(a.endpoints, e.id)
		return &reply{status: 204}
	case "POST endpoints/{id}/rotate":
		fine := len(decode(r.body, w, "keep_previous_for")) == 0 && w.KeepPreviousFor >= 0 && w.KeepPreviousFor <= span(7*24*time.Hour)
		valid(fine, "keep_previous_for", "It must be a duration of up to 7 days.")
		e.previous, e.previousUntil, e.secret = e.secret, c.now.Add(time.Duration(w.KeepPreviousFor)), "whsec_"+randomHex(24)
		return answer(200, object{"id", e.id, "secret", e.secret})
	case "POST endpoints/{id}/disable":
		e.disable()
		return answer(200, e.view())
	case "POST endpoints/{id}/enable":
		e.enabled, e.failures = true, 0
		return answer(200, e.view())
	case "POST endpoints/{id}/ping":
		need(e.enabled && a.Webhooks, 409, "ENDPOINT_DISABLED", "Nothing is sent to this endpoint.")
		d := s.deliver(e, s.newID("evt"), "test.ping", nil)
		s.attempt(d)
		return answer(200, d.view())
	case "GET endpoints/{id}/deliveries":
		list := []object{}
		for _, d := range a.deliveries {
			if d.endpoint == e {
				list = append(list, d.view())
			}
		}
		return answer(200, list)
	case "POST deliveries/{id}/resend":
		for _, d := range a.deliveries {
			if d.id == r.id {
				need(d.endpoint.enabled && a.Webhooks, 409, "ENDPOINT_DISABLED", "Nothing is sent to this endpoint.")
				for d.sending {
					s.changed.Wait()
				}
				s.attempt(d)
				return answer(200, d.view())
			}
		}
	}
	return unknownPath()
}

func (e *endpoint) view() object {
	return object{"id", e.id, "url", e.URL, "environment", e.Environment, "events", e.Events, "enabled", e.enabled}
}

func (d *delivery) view() object {
	return object{"id", d.id, "event", object{"id", d.eventID, "type", d.kind}, "state", d.state, "attempts", d.attempts,
		"next_attempt_at", d.next}
}

// configure changes settings of an account and creates or changes keys.
func (s *server) configure(a *account, body []byte, w *wishes, known string) *reply {
	declined, keys := decode(body, a, known), object{}
	decode(body, w, known)
	a.Credits += w.Adjust
	if len(a.keys)+len(w.Keys) == 0 {
		s.setKey(a, "primary", nil)
	}
	for name, wish := range w.Keys {
		if s.setKey(a, name, wish) == nil {
			declined = append(declined, "keys."+name)
		}
	}
	for name, k := range a.keys {
		keys = append(keys, name, object{"secret", k.secret})
	}
	return answer(200, object{"id", a.id, "account", a.id, "keys", keys, "declined", declined})
}

// setKey creates a key, or changes one. It gives nil, and does nothing, if the key cannot be as it is wished for.
func (s *server) setKey(a *account, name string, wish []byte) *key {
	k := key{account: a, name: name, Environment: "live", Scopes: []string{"skin.analyze", "makeup.apply", "hair.apply"}}
	old := a.keys[name]
	if old != nil {
		k = *old
		k.Scopes, k.networks = append([]string{}, k.Scopes...), nil
	}
	fine := len(decode(wish, &k, "environment scopes revoked expired allowlist")) == 0
	for _, text := range k.Allowlist {
		if !strings.Contains(text, "/") {
			text += pick(strings.Contains(text, ":"), "/128", "/32")
		}
		network, err := netip.ParsePrefix(text)
		fine = fine && err == nil
		k.networks = append(k.networks, network)
	}
	if !fine || k.Environment != "live" && k.Environment != "test" || old != nil && old.Environment != k.Environment {
		return nil
	} else if old == nil {
		k.secret = "pk_" + k.Environment + "_" + randomHex(16)
	}
	a.keys[name], s.keys[k.secret] = &k, &k
	return &k
}

// plan decides about future jobs; its members are named as in the driver call.
type plan struct {
	id      string
	Match   map[string]string
	Times   int
	HoldAt  string
	Stages  map[string]span
	Outcome struct {
		Status, Code string
		Unavailable  map[string]string
	}
}

func newPlan() *plan {
	second := span(time.Second)
	return &plan{Times: 1, Stages: map[string]span{"queued": second, "preparing": second, "processing": 3 * second}}
}

func (s *server) createPlan(a *account, body []byte) *reply {
	p, usual := newPlan(), newPlan()
	p.id = s.newID("plan")
	declined := decode(body, p, "match times hold_at stages outcome")
	for name := range p.Match {
		if !contains([]string{"operation", "environment", "key", "idempotency_key", "input_digest"}, name) {
			declined = append(declined, "match."+name)
			delete(p.Match, name)
		}
	}
	if !contains([]string{"", "queued", "preparing", "processing"}, p.HoldAt) { // this server has no stage picked_up
		p.HoldAt, declined = "", append(declined, "hold_at")
	}
	for stage, lasts := range p.Stages {
		if lasts < 0 || lasts > 0 && usual.Stages[stage] == 0 {
			p.Stages[stage], declined = usual.Stages[stage], append(declined, "stages."+stage)
		}
	}
	o := &p.Outcome
	o.Code = pick(o.Code == "", "PROCESSING_FAILED", o.Code)
	fine := o.Status != "failed" || contains([]string{"INPUT_UNPROCESSABLE", "INPUT_EXPIRED", "PROCESSING_FAILED"}, o.Code)
	if !fine || !contains([]string{"", "succeeded", "failed"}, o.Status) {
		p.Outcome, declined = usual.Outcome, append(declined, "outcome")
	}
	a.plans = append(a.plans, p)
	return answer(201, object{"id", p.id, "declined", declined})
}

// planFor finds the oldest plan that matches a new job and is not used up.
func (a *account) planFor(k *key, operation, idempotencyKey string, picture []byte) plan {
	is := map[string]string{"operation": operation, "environment": k.Environment, "idempotency_key": idempotencyKey,
		"key": k.secret, "input_digest": digest(string(picture))} // SHA-256 in hex
	for _, p := range a.plans {
		fits := p.Times > 0
		for name, value := range p.Match {
			fits = fits && (is[name] == value || name == "key" && value == k.name)
		}
		if fits {
			p.Times--
			return *p
		}
	}
	return *newPlan()
}
