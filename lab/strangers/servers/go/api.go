package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/netip"
	"net/url"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"time"
)

var routes = map[string]func(*server, *request) *reply{
	"POST /v1/assets":             (*server).uploadAsset,
	"GET /v1/assets":              (*server).listAssets,
	"GET /v1/assets/{id}":         func(s *server, r *request) *reply { return answer(200, s.caller(r, "").asset(r.id, false).view()) },
	"GET /v1/assets/{id}/content": (*server).readContent,
	"DELETE /v1/assets/{id}":      (*server).deleteAsset,
	"POST /v1/skin/analyses":      func(s *server, r *request) *reply { return s.submit(r, "skin.analyze") },
	"POST /v1/makeup/try-ons":     func(s *server, r *request) *reply { return s.submit(r, "makeup.apply") },
	"POST /v1/hair/try-ons":       func(s *server, r *request) *reply { return s.submit(r, "hair.try_on") },
	"GET /v1/jobs":                (*server).listJobs,
	"GET /v1/jobs/{id}":           (*server).readJob,
	"POST /v1/jobs/{id}/cancel":   (*server).cancelJob,
	"DELETE /v1/jobs/{id}":        (*server).deleteJob,
	"GET /v1/usage":               (*server).readUsage,
	"GET /v1/credits/balance":     (*server).readBalance,
}

var (
	// scopeOf follows section 5: the scope of hair.try_on is called hair.apply.
	scopeOf  = map[string]string{"skin.analyze": "skin.analyze", "makeup.apply": "makeup.apply", "hair.try_on": "hair.apply"}
	concerns = strings.Fields("acne dark_circle eye_bag redness oiliness wrinkles firmness moisture pore tear_trough " +
		"hyper_pigmentation droopy_upper_eyelid")
	colorForm  = regexp.MustCompile(`^#[0-9a-f]{6}$`)
	instantRFC = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)
)

type key struct {
	account          *account
	secret, name     string
	networks         []netip.Prefix // of the allowlist
	accepted         []time.Time    // the submissions of the last minute
	Environment      string         // from here on as in the driver call
	Scopes           []string
	Revoked, Expired bool
	Allowlist        []string // networks or addresses; nil for all
}

// caller finds the key of a request. An operation that is switched off is an unknown path to the key.
func (s *server) caller(r *request, feature string) *key {
	k := s.keys[r.Header.Get("X-API-Key")]
	need(k == nil || !k.account.KeyStoreUnreadable, 503, "SERVICE_UNAVAILABLE", "The key could not be checked.")
	need(k != nil && !k.Revoked && !k.Expired && !k.account.Disabled, 401, "INVALID_API_KEY", "There is no usable key in X-API-Key.")
	allowed := k.Allowlist == nil
	for _, network := range k.networks {
		allowed = allowed || network.Contains(netip.MustParseAddrPort(r.RemoteAddr).Addr().Unmap())
	}
	need(allowed, 403, "API_KEY_IP_NOT_ALLOWED", "The key may not be used from this address.")
	if feature != "" && !k.account.Features[feature] {
		panic(unknownPath())
	}
	return k
}

func (k *key) needScope(operation string) {
	need(contains(k.Scopes, scopeOf[operation]), 403, "INSUFFICIENT_SCOPE", "The key lacks the scope "+scopeOf[operation]+".")
}

// asset finds an asset of the environment of a key. Expired and deleted ones are found only if the caller asks for them.
func (k *key) asset(id string, goneToo bool) *asset {
	a := k.account.assets[id]
	found := a != nil && a.env == k.Environment && (goneToo || a.readable(k.account.clock.now))
	need(found, 404, "ASSET_NOT_FOUND", "There is no such asset.")
	return a
}

func (a *asset) view() object {
	return object{"id", a.id, "purpose", a.purpose, "media_type", a.mediaType, "size_bytes", len(a.data), "width", a.size.X,
		"height", a.size.Y, "created_at", a.created, "expires_at", a.expires, "livemode", a.env == "live"}
}

// uploadAsset looks at the picture before it looks at the key.
func (s *server) uploadAsset(r *request) *reply {
	mediaType, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	known := contains([]string{"image/jpeg", "image/png", "image/webp"}, mediaType)
	need(known, 415, "UNSUPPORTED_MEDIA_TYPE", "The Content-Type must be image/jpeg, image/png or image/webp.")
	size, gray, fine := inspect(r.body, mediaType)
	need(fine, 400, "INVALID_IMAGE", "The body is no picture of the declared type, or has too many pixels.")
	k := s.caller(r, "")
	now := k.account.clock.now
	a := &asset{id: s.newID("asset"), env: k.Environment, purpose: "input", mediaType: mediaType, size: size, gray: gray,
		created: now, expires: now.Add(inputRetention), data: r.body}
	k.account.assets[a.id] = a
	return answer(201, a.view())
}

// readContent serves results only: the route is described for result images.
func (s *server) readContent(r *request) *reply {
	a := s.caller(r, "").asset(r.id, false)
	need(a.purpose == "result", 404, "ASSET_NOT_FOUND", "There is no such asset.")
	return &reply{200, map[string]string{"Content-Type": a.mediaType}, a.data}
}

func (s *server) deleteAsset(r *request) *reply {
	k := s.caller(r, "delete")
	a := k.asset(r.id, true)
	need(a.purpose == "input" || a.readable(k.account.clock.now), 404, "ASSET_NOT_FOUND", "There is no such asset.")
	need(a.purpose == "input", 409, "ASSET_OWNED_BY_JOB", "A result is deleted with its job.")
	a.data = nil
	return &reply{status: 204}
}

// entry is one of a list, which is ordered by (created, tie) descending.
type entry struct {
	created time.Time
	tie     string
	view    object
}

func (e entry) place() string { return fmt.Sprintf("%015d-%s", e.created.UnixMilli(), e.tie) }

// listAssets orders by (created_at, id), where ids are compared as the strings they are.
func (s *server) listAssets(r *request) *reply {
	filters := map[string]string{"purpose": "input result", "job_id": ""}
	return s.list(r, filters, func(k *key, is func(name, value string) bool) (entries []entry) {
		for _, a := range k.account.assets {
			if a.env == k.Environment && a.readable(k.account.clock.now) && is("purpose", a.purpose) && is("job_id", a.jobID) {
				entries = append(entries, entry{a.created, a.id, a.view()})
			}
		}
		return entries
	})
}

// listJobs is shaped like the list of assets; of jobs of the same instant, the one submitted later is the newer one.
func (s *server) listJobs(r *request) *reply {
	filters := map[string]string{"operation": "skin.analyze makeup.apply hair.try_on", "status": "queued running succeeded failed cancelled"}
	return s.list(r, filters, func(k *key, is func(name, value string) bool) (entries []entry) {
		for _, j := range k.account.jobs {
			if j.env == k.Environment && !j.gone() && is("operation", j.operation) && is("status", j.status) {
				entries = append(entries, entry{j.created, fmt.Sprintf("%020d", j.number), j.view()})
			}
		}
		return entries
	})
}

// list checks the parameters and cuts the page out. The filters are given with their values, "" for any.
func (s *server) list(r *request, filters map[string]string, collect func(*key, func(name, value string) bool) []entry) *reply {
	k := s.caller(r, "lists")
	query, err := url.ParseQuery(r.URL.RawQuery)
	valid(err == nil, "query", "It is malformed.")
	limit, instants, chosen := 20, map[string]time.Time{}, map[string]string{}
	for name, values := range query {
		value, options, fine := values[0], strings.Fields(filters[name]), true
		valid(len(values) == 1, name, "The parameter is repeated.")
		if _, isFilter := filters[name]; isFilter {
			fine = value != "" && (len(options) == 0 || contains(options, value))
			chosen[name] = value
		} else if name == "limit" {
			limit, err = strconv.Atoi(value)
			fine = err == nil && limit >= 1 && limit <= 100
		} else if name == "created_gte" || name == "created_lt" {
			instants[name], err = time.Parse(time.RFC3339, strings.ToUpper(value))
			instants[name], fine = instants[name].UTC(), err == nil && instantRFC.MatchString(strings.ToUpper(value))
		} else {
			valid(name == "cursor", name, "The parameter is unknown.")
		}
		valid(fine, name, "The value is out of range.")
	}
	// A cursor is a place with a code that binds it to the list, the filters and the caller (account and environment).
	seal := func(place string) string {
		return digest(s.cursorKey, r.URL.Path, k.account.id, k.Environment, fmt.Sprint(chosen, instants), place)[:24] + place
	}
	after, resumed := query["cursor"]
	usable := !resumed || len(after[0]) > 24 && seal(after[0][24:]) == after[0]
	need(usable, 400, "INVALID_CURSOR", "It is no cursor of this list with these filters.")

	entries := collect(k, func(name, value string) bool { return chosen[name] == "" || chosen[name] == value })
	sort.Slice(entries, func(i, j int) bool { return entries[i].place() > entries[j].place() })
	data, last, next := []object{}, "", any(nil)
	for _, e := range entries {
		end, ends := instants["created_lt"]
		if e.created.Before(instants["created_gte"]) || ends && !e.created.Before(end) || resumed && e.place() >= after[0][24:] {
			continue
		} else if len(data) == limit {
			next = seal(last)
			break
		}
		data, last = append(data, e.view), e.place()
	}
	return answer(200, object{"data", data, "has_more", next != nil, "next_cursor", next})
}

// order is the body of a submission; each product has its own members.
type order struct {
	Inputs         []map[string]string `json:"inputs"`                   // asset_id and role
	Concerns       []string            `json:"concerns,omitempty"`       // of a skin analysis
	Visualizations []map[string]string `json:"visualizations,omitempty"` // concern and kind
	Products       []layer             `json:"products,omitempty"`       // of a makeup try-on
	Gradient       map[string]layer    `json:"color_gradient,omitempty"` // of a hair try-on: dark and light, as in the output
}

type layer struct {
	Category string   `json:"category,omitempty"`
	Color    string   `json:"color"`
	Opacity  *float64 `json:"opacity"`
}

// normalize checks an order and brings equal meanings to the same form. Only the order of products has a meaning.
func (o *order) normalize(operation string) {
	skin, makeup, hair := operation == "skin.analyze", operation == "makeup.apply", operation == "hair.try_on"
	valid(pick(skin, len(o.Concerns) > 0, o.Concerns == nil), "concerns", "They are required here, or unknown here.")
	valid(skin || o.Visualizations == nil, "visualizations", "They are unknown here.")
	valid(pick(makeup, len(o.Products) > 0, o.Products == nil), "products", "They are required here, or unknown here.")
	valid(pick(hair, len(o.Gradient) == 2, o.Gradient == nil), "color_gradient", "It is required here with dark and light, or unknown here.")

	sort.Slice(o.Inputs, func(i, j int) bool { return o.Inputs[i]["role"] > o.Inputs[j]["role"] }) // the source first
	valid(len(o.Inputs) == 1 || len(o.Inputs) == 2 && hair, "inputs", "There must be one source.")
	for i, in := range o.Inputs {
		fine := len(in) == 2 && in["asset_id"] != "" && in["role"] == []string{"source", "hair_mask"}[i]
		valid(fine, "inputs", "Each needs an asset_id and a role that is allowed here.")
	}
	sort.Strings(o.Concerns)
	for i, concern := range o.Concerns {
		valid(contains(concerns, concern) && (i == 0 || concern != o.Concerns[i-1]), "concerns", "It is unknown or there twice: "+concern)
	}
	shown := o.Visualizations
	sort.Slice(shown, func(i, j int) bool { return fmt.Sprint(shown[i]) < fmt.Sprint(shown[j]) })
	for i, v := range shown {
		fine := len(v) == 2 && contains(o.Concerns, v["concern"]) && (v["kind"] == "mask" || v["kind"] == "visual")
		valid(fine, "visualizations", "Each needs a requested concern and a kind.")
		valid(i == 0 || fmt.Sprint(v) != fmt.Sprint(shown[i-1]), "visualizations", "One is there twice.")
	}
	for i, product := range o.Products {
		valid(contains([]string{"foundation", "lipstick", "lip_liner"}, product.Category), "products", "The category is unknown.")
		o.Products[i] = product.normal("products")
	}
	for end, stop := range o.Gradient {
		valid((end == "dark" || end == "light") && stop.Category == "", "color_gradient", "It has dark and light with color and opacity.")
		o.Gradient[end] = stop.normal("color_gradient")
	}
}

// normal takes colors as #rrggbb, and opacities from 0 to 1.
func (l layer) normal(field string) layer {
	full := 1.0
	l = layer{l.Category, strings.ToLower(l.Color), pick(l.Opacity == nil, &full, l.Opacity)}
	valid(colorForm.MatchString(l.Color), field, "A color must be like #c0ffee.")
	valid(*l.Opacity >= 0 && *l.Opacity <= 1, field, "An opacity must be from 0 to 1.")
	return l
}

// submit checks the form of a request, then the key, then what the request refers to, then the limits and credits.
func (s *server) submit(r *request, operation string) *reply {
	claims := r.Header.Values("Idempotency-Key")
	valid(len(claims) == 1 && claims[0] != "" && len(claims[0]) <= 255, "Idempotency-Key", "It is required once, with 1 to 255 characters.")
	mediaType, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	valid(mediaType == "application/json", "Content-Type", "It must be application/json.")
	o, decoder := &order{}, json.NewDecoder(bytes.NewReader(r.body))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(o)
	valid(err == nil, "body", fmt.Sprint("It is not as required: ", err))
	_, err = decoder.Token()
	valid(err == io.EOF, "body", "There is something after it.")
	o.normalize(operation)
	k := s.caller(r, "")
	k.needScope(operation)

	a, now, fingerprint := k.account, k.account.clock.now, digest(operation, string(encode(o)))
	claim := k.Environment + " " + claims[0] // a key is claimed in an environment of an account
	if earlier := a.claims[claim]; earlier != nil {
		need(!earlier.gone(), 410, "JOB_DELETED", "The job of this Idempotency-Key is deleted.")
		need(earlier.fingerprint == fingerprint, 409, "IDEMPOTENCY_KEY_REUSED", "The Idempotency-Key belongs to another request.")
		return earlier.reply(200).with("Idempotency-Replayed", "true").with("Location", "/v1/jobs/"+earlier.id)
	}
	sources := []asset{}
	for _, in := range o.Inputs {
		source := k.asset(in["asset_id"], true)
		need(source.data != nil && source.purpose == "input", 404, "ASSET_NOT_FOUND", "There is no such input asset.")
		need(source.readable(now), 410, "ASSET_EXPIRED", "The input asset has expired.")
		sources = append(sources, *source)
	}
	mask := sources[len(sources)-1]
	valid(len(sources) == 1 || mask.gray && mask.size == sources[0].size, "inputs", "A hair_mask is grayscale and has the size of the source.")

	for len(k.accepted) > 0 && !k.accepted[0].After(now.Add(-time.Minute)) {
		k.accepted = k.accepted[1:]
	}
	if a.AdmissionPerMinute != nil && len(k.accepted) >= *a.AdmissionPerMinute {
		free := append(k.accepted, now)[len(k.accepted)-*a.AdmissionPerMinute].Add(time.Minute)
		return fail(429, "ADMISSION_LIMIT_EXCEEDED", "Too many submissions.").after(free.Sub(now))
	}
	use := k.Environment + " " + now.Format("2006-01-02") + " " + operation
	if a.DailyQuota != nil && a.quota[use] >= *a.DailyQuota {
		tomorrow := now.Truncate(24 * time.Hour).Add(24 * time.Hour)
		return fail(429, "DAILY_QUOTA_EXCEEDED", "No more jobs of this operation today.").after(tomorrow.Sub(now))
	}
	live := k.Environment == "live" // test keys charge nothing, so they don't need the ledger either
	cost := pick(live, a.UnitCosts[operation], 0)
	need(!live || !a.LedgerUnreadable, 503, "SERVICE_UNAVAILABLE", "The ledger cannot be read.")
	need(!a.Enforced || cost <= 0 || cost <= a.spendable(), 402, "INSUFFICIENT_CREDITS", "There are not enough spendable units.")

	j := &job{id: s.newID("job"), env: k.Environment, operation: operation, status: "queued", stage: "queued", number: s.counter,
		account: a, created: now, updated: now, entered: now, sources: sources, order: o, fingerprint: fingerprint, use: use,
		cost: cost, plan: a.planFor(k, operation, claims[0], sources[0].data)}
	a.jobs[j.id], a.claims[claim] = j, j
	a.held += cost
	a.usage[use]++
	a.quota[use]++
	k.accepted = append(k.accepted, now)
	return j.reply(202).with("Location", "/v1/jobs/"+j.id)
}

// view has an expires_at from the end of the job on: the retention starts there.
func (j *job) view() object {
	return object{"id", j.id, "operation", j.operation, "status", j.status, "created_at", j.created, "updated_at", j.updated,
		"completed_at", j.completed, "expires_at", j.expires, "inputs", j.order.Inputs, "output", j.output, "error", j.failure,
		"livemode", j.env == "live"}
}

func (j *job) reply(status int) *reply {
	out := answer(status, j.view())
	if j.stage != "" {
		out.after(2 * time.Second)
	}
	return out.with("ETag", `"`+digest(string(out.body))[:24]+`"`)
}

// job finds a job of the environment of a key. Deleted ones are found only if the caller asks for them.
func (k *key) job(id string, deletedToo bool) *job {
	j := k.account.jobs[id]
	found := j != nil && j.env == k.Environment && (!j.gone() || j.deleted && deletedToo)
	need(found, 404, "JOB_NOT_FOUND", "There is no such job.")
	return j
}

func (s *server) readJob(r *request) *reply {
	out := s.caller(r, "").job(r.id, false).reply(200)
	if tags := strings.Join(r.Header.Values("If-None-Match"), ","); tags == "*" || strings.Contains(tags, out.header["ETag"]) {
		out.status, out.body = 304, nil
	}
	return out
}

func (s *server) cancelJob(r *request) *reply {
	k := s.caller(r, "cancel")
	j := k.job(r.id, false)
	k.needScope(j.operation)
	need(j.status != "succeeded" && j.status != "failed", 409, "JOB_NOT_CANCELLABLE", "The job has finished.")
	if j.stage == "queued" {
		k.account.quota[j.use]--
		s.end(j, "cancelled")
	}
	j.cancelRequested = true
	return j.reply(pick(j.status == "cancelled", 200, 202))
}

func (s *server) deleteJob(r *request) *reply {
	k := s.caller(r, "delete")
	j := k.job(r.id, true)
	k.needScope(j.operation)
	need(j.stage == "", 409, "JOB_IN_PROGRESS", "The job has not finished.")
	j.deleted, j.sources = true, nil
	for _, result := range j.results {
		result.data = nil
	}
	return &reply{status: 204}
}

func (s *server) readUsage(r *request) *reply {
	k, counts := s.caller(r, ""), []object{}
	for use, count := range k.account.usage {
		if at := strings.Fields(use); at[0] == k.Environment {
			counts = append(counts, object{"date", at[1], "operation", at[2], "accepted", count})
		}
	}
	sort.Slice(counts, func(i, j int) bool { return fmt.Sprint(counts[i]) < fmt.Sprint(counts[j]) })
	return answer(200, object{"data", counts})
}

// readBalance answers the balance of the account, to its live and test keys alike.
func (s *server) readBalance(r *request) *reply {
	a := s.caller(r, "credits").account
	need(!a.LedgerUnreadable, 503, "SERVICE_UNAVAILABLE", "The ledger cannot be read.")
	return answer(200, object{"object", "credit_balance", "as_of", a.clock.now, "settled_units", a.Credits - a.captured,
		"held_units", a.held, "available_units", a.Credits - a.captured - a.held, "test_funded_units", a.TestFunded,
		"spendable_units", a.spendable(), "enforced", a.Enforced,
		"low_balance", a.Threshold != nil && a.spendable() <= *a.Threshold, "unit_costs", a.UnitCosts})
}
