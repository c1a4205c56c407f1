package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/jpeg"
	"image/png"
	"math/rand"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	inputRetention = 24 * time.Hour     // from the upload; like the others, not shown by the specification
	jobRetention   = 7 * 24 * time.Hour // from the end of a job; its results expire with it
	maxPixels      = 25_000_000
)

// clock shows whole milliseconds and stands still until it is moved.
type clock struct {
	now       time.Time
	advancing bool
}

func newClock() *clock { return &clock{now: time.Now().UTC().Truncate(time.Millisecond)} }

type account struct {
	id             string
	clock          *clock
	keys           map[string]*key // by the name that the driver gave
	captured, held int
	assets         map[string]*asset
	jobs, claims   map[string]*job // claims are by environment and Idempotency-Key
	usage, quota   map[string]int  // accepted jobs by "environment day operation"
	plans          []*plan
	endpoints      map[string]*endpoint
	deliveries     []*delivery

	// What the drivers can change, named as in their calls:
	Credits, TestFunded                                                int
	Threshold, AdmissionPerMinute, DailyQuota                          *int
	Enforced, Webhooks, Disabled, KeyStoreUnreadable, LedgerUnreadable bool
	UnitCosts                                                          map[string]int
	Features                                                           map[string]bool
}

func (s *server) newAccount(c *clock) *account {
	a := &account{id: s.newID("tenant"), clock: c, keys: map[string]*key{}, assets: map[string]*asset{}, jobs: map[string]*job{},
		claims: map[string]*job{}, usage: map[string]int{}, quota: map[string]int{}, endpoints: map[string]*endpoint{},
		Credits: 100000, UnitCosts: map[string]int{"skin.analyze": 1, "makeup.apply": 2, "hair.try_on": 3}, Enforced: true,
		Webhooks: true, Features: map[string]bool{"lists": true, "cancel": true, "delete": true, "credits": true}}
	s.accounts[a.id] = a
	return a
}

func (a *account) spendable() int {
	return a.Credits - a.captured - a.held - pick(a.Enforced, a.TestFunded, 0)
}

type asset struct {
	id, env, purpose, mediaType string
	jobID                       string // the owner of a result
	size                        image.Point
	gray                        bool
	created, expires            time.Time
	data                        []byte // nil once deleted
}

func (a *asset) readable(now time.Time) bool { return a.data != nil && now.Before(a.expires) }

// job has the stages queued, preparing and processing; its stage is empty once it has ended.
type job struct {
	id, env, operation, status, stage    string
	number                               uint64
	account                              *account
	created, updated, completed, expires time.Time
	entered                              time.Time // into the stage
	sources                              []asset   // the inputs as they were at the submission
	order                                *order
	fingerprint, use                     string
	cost                                 int
	output, failure                      any
	results                              []*asset
	plan                                 plan
	cancelRequested, deleted             bool
}

func (j *job) held() bool { return j.stage != "" && j.stage == j.plan.HoldAt }

// gone jobs are deleted, or their retention has passed.
func (j *job) gone() bool {
	return j.deleted || !j.expires.IsZero() && !j.account.clock.now.Before(j.expires)
}

// cross leads a job over its next boundary.
func (s *server) cross(j *job) {
	now := j.account.clock.now
	switch {
	case j.stage == "queued":
		j.stage, j.status, j.entered, j.updated = "preparing", "running", now, now
	case j.stage == "preparing" && j.cancelRequested:
		s.end(j, "cancelled")
	case j.stage == "preparing":
		j.stage, j.entered = "processing", now
	case j.stage == "processing":
		s.process(j)
	}
}

// end settles a job and tells the endpoints. Failed jobs are billed too, as they were processed; cancelled ones never.
func (s *server) end(j *job, status string) {
	now := j.account.clock.now
	j.stage, j.status, j.updated, j.completed, j.expires = "", status, now, now, now.Add(jobRetention)
	j.account.held -= j.cost
	j.account.captured += pick(status == "cancelled", 0, j.cost)
	eventID := s.newID("evt")
	for _, e := range j.account.endpoints {
		if j.account.Webhooks && e.enabled && e.Environment == j.env && contains(e.Events, "job."+status) {
			s.deliver(e, eventID, "job."+status, j)
		}
	}
}

// process makes the output of a job, or its error. No face is looked for, so every picture that can be decoded will do.
func (s *server) process(j *job) {
	planned, now, isLive, shown := j.plan.Outcome, j.account.clock.now, j.env == "live", []object{}
	failure := pick(planned.Status == "failed", planned.Code, "")
	pictures := []*image.RGBA{copyPicture(image.NewGray(image.Rect(0, 0, 96, 128)))} // the fixture of test keys
	for i, source := range pick(isLive, j.sources, nil) {
		decoded, _, err := image.Decode(bytes.NewReader(source.data))
		if err != nil { // WebP cannot be decoded here, and the outcome may be planned: the result is made on black
			decoded = image.NewGray(image.Rectangle{Max: source.size})
			failure = pick(planned.Status == "" && source.mediaType != "image/webp", "INPUT_UNPROCESSABLE", failure)
		}
		pictures = append(pictures[:i], copyPicture(decoded))
	}
	if failure != "" {
		j.failure = object{"code", failure, "message", "The job failed: " + strings.ToLower(strings.ReplaceAll(failure, "_", " "))}
		s.end(j, "failed")
		return
	}

	add := func(role string, picture *image.RGBA) {
		var file bytes.Buffer
		(&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, picture) // it cannot fail: a buffer takes everything
		x := &asset{id: s.newID("asset"), env: j.env, purpose: "result", mediaType: "image/png", size: picture.Rect.Max,
			created: now, expires: now.Add(jobRetention), data: file.Bytes(), jobID: j.id}
		j.account.assets[x.id], j.results = x, append(j.results, x)
		shown = append(shown, object{"id", x.id, "href", "/v1/assets/" + x.id + "/content", "media_type", x.mediaType, "role", role,
			"size_bytes", len(x.data), "expires_at", x.expires, "width", x.size.X, "height", x.size.Y})
	}
	source, size := pictures[0], pictures[0].Rect.Max
	switch j.operation {
	case "skin.analyze":
		list, picture := []object{}, digest(string(j.sources[0].data))
		for _, concern := range j.order.Concerns { // a score is from 0 to 100 and depends on the picture, except with test keys
			digits, _ := strconv.ParseUint(digest(concern, picture)[:8], 16, 32)
			score, status, reason := any(pick(isLive, float64(digits%1001)/10, 50)), "measured", any(nil)
			if planned.Unavailable[concern] != "" {
				score, status, reason = nil, "unavailable", planned.Unavailable[concern]
			}
			list = append(list, object{"concern", concern, "score", score, "status", status, "unavailable_reason", reason})
		}
		for _, v := range j.order.Visualizations {
			picture, isMask := copyPicture(source), v["kind"] == "mask"
			tint(picture, source.Rect, nil, "#000000", pick(isMask, 1.0, 0.0))
			tint(picture, image.Rectangle{size.Div(4), size.Sub(size.Div(4))}, nil, pick(isMask, "#ffffff", "#dc1e1e"), pick(isMask, 1.0, 0.5))
			if planned.Unavailable[v["concern"]] == "" {
				add(v["kind"]+"."+v["concern"], picture)
			}
		}
		j.output = object{"type", "skin.analysis", "concerns", list, "analysis_version", "skin-2026-09-draft.1", "visualizations", shown}
	case "makeup.apply":
		for _, p := range j.order.Products {
			tint(source, source.Rect, nil, p.Color, *p.Opacity/2)
		}
		add("image", source)
		j.output = object{"type", "makeup.try_on", "image", shown[0], "revision", 1}
	case "hair.try_on":
		area, mask := image.Rect(0, 0, size.X, size.Y/2), image.Image(nil) // the upper half is hair, or what is white in the mask
		if len(pictures) == 2 {
			gray := image.NewGray(source.Rect)
			draw.Draw(gray, source.Rect, pictures[1], image.Point{}, draw.Src)
			area, mask = source.Rect, &image.Alpha{Pix: gray.Pix, Stride: gray.Stride, Rect: gray.Rect}
		}
		for _, end := range []string{"dark", "light"} {
			tint(source, area, mask, j.order.Gradient[end].Color, *j.order.Gradient[end].Opacity/2)
		}
		add("image", source)
		j.output = object{"type", "hair.try_on", "image", shown[0], "applied", object{"color_gradient", j.order.Gradient}, "revision", 1}
	}
	s.end(j, "succeeded")
}

func copyPicture(from image.Image) *image.RGBA {
	picture := image.NewRGBA(image.Rectangle{Max: from.Bounds().Size()})
	draw.Draw(picture, picture.Rect, from, from.Bounds().Min, draw.Src)
	return picture
}

// tint lays a color like #c0ffee over an area, where the mask is opaque, or everywhere without one.
func tint(picture *image.RGBA, area image.Rectangle, mask image.Image, hue string, opacity float64) {
	n, _ := strconv.ParseUint(hue[1:], 16, 32)
	c := color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), uint8(opacity * 255)}
	draw.DrawMask(picture, area, image.NewUniform(c), image.Point{}, mask, image.Point{}, draw.Over)
}

// inspect reads the size of a picture from its header; fine only if the bytes are of the declared type.
func inspect(b []byte, mediaType string) (size image.Point, gray, fine bool) {
	if config, format, err := image.DecodeConfig(bytes.NewReader(b)); err == nil && "image/"+format == mediaType {
		size = image.Pt(config.Width, config.Height)
		gray = config.ColorModel == color.GrayModel || config.ColorModel == color.Gray16Model
	} else if mediaType == "image/webp" && len(b) >= 30 && string(b[:4])+string(b[8:12]) == "RIFFWEBP" {
		short, long := binary.LittleEndian.Uint16, binary.LittleEndian.Uint32
		switch kind := string(b[12:16]); {
		case int(long(b[4:]))+8 > len(b): // incomplete
		case kind == "VP8 " && b[20]&1 == 0 && string(b[23:26]) == "\x9d\x01\x2a": // lossy: two numbers of 14 bits
			size = image.Pt(int(short(b[26:])&0x3fff), int(short(b[28:])&0x3fff))
		case kind == "VP8L" && b[20] == 0x2f: // lossless: the same, each less one, packed
			size = image.Pt(int(long(b[21:])&0x3fff)+1, int(long(b[21:])>>14&0x3fff)+1)
		case kind == "VP8X": // extended: two numbers of 24 bits, each less one
			size = image.Pt(int(long(b[24:])&0xffffff)+1, int(long(b[26:])>>8)+1)
		}
	}
	return size, gray, size.X > 0 && size.Y > 0 && size.X*size.Y <= maxPixels
}

// task is what falls due at an instant; of the same instant deliveries come first, then jobs as they were submitted.
type task struct {
	at    time.Time
	order uint64
	id    string
	do    func()
}

// nextTask finds what falls due first on a clock, or nil.
func (s *server) nextTask(c *clock) (first *task) {
	consider := func(t task) {
		if first == nil || t.at.Before(first.at) || t.at.Equal(first.at) && t.order < first.order {
			first = &t
		}
	}
	for _, a := range s.accounts {
		for _, d := range a.deliveries {
			if d := d; a.clock == c && d.state == "pending" && !d.sending && a.Webhooks {
				consider(task{d.next, d.number, d.id, func() { s.attempt(d) }})
			}
		}
		for _, j := range a.jobs {
			if j := j; a.clock == c && j.stage != "" && !j.held() {
				consider(task{j.entered.Add(time.Duration(j.plan.Stages[j.stage])), 1<<60 + j.number, j.id, func() { s.cross(j) }})
			}
		}
	}
	return first
}

// advance does everything that falls due up to a target, each thing at its own instant, and returns when all is done.
func (s *server) advance(c *clock, target func() time.Time) []string {
	for c.advancing {
		s.changed.Wait()
	}
	c.advancing = true
	until, done := target(), []string{}
	for next := s.nextTask(c); next != nil && !next.at.After(until); next = s.nextTask(c) {
		c.now = pick(next.at.After(c.now), next.at, c.now)
		done = append(done, next.id)
		next.do()
	}
	c.now = pick(until.After(c.now), until, c.now)
	c.advancing = false
	s.changed.Broadcast()
	return done
}

// followRealTime moves the clock of the default account along, which makes up for the time that a slow receiver took.
func (s *server) followRealTime() {
	for last := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		s.mu.Lock()
		s.advance(s.fallback.clock, func() time.Time {
			passed := time.Since(last).Truncate(time.Millisecond)
			last = last.Add(passed)
			return s.fallback.clock.now.Add(passed)
		})
		s.mu.Unlock()
	}
}

// waits lie before the attempts 2 to 8.
var waits = []time.Duration{time.Minute, 5 * time.Minute, 30 * time.Minute, time.Hour, 3 * time.Hour, 6 * time.Hour, 12 * time.Hour}

var chance = rand.New(rand.NewSource(time.Now().UnixNano()))

type endpoint struct {
	id, secret, previous        string
	account                     *account
	Environment, URL            string // as in the driver call, like the events
	Events                      []string
	enabled                     bool
	previousUntil, failingSince time.Time
	failures                    int // in a row, whatever the attempts were for
}

// delivery is an event on its way to one endpoint; the state is pending, delivered, exhausted or cancelled.
type delivery struct {
	id, state, eventID, kind string
	number                   uint64
	endpoint                 *endpoint
	job                      *job // nil for test.ping
	created, next            time.Time
	attempts                 []object
	sending                  bool
}

// deliver queues a delivery; its first attempt is due at once.
func (s *server) deliver(e *endpoint, eventID, kind string, j *job) *delivery {
	now := e.account.clock.now
	d := &delivery{s.newID("delivery"), "pending", eventID, kind, s.counter, e, j, now, now, []object{}, false}
	e.account.deliveries = append(e.account.deliveries, d)
	return d
}

// attempt makes one attempt at the present instant. While it waits for the receiver, the lock is given up.
func (s *server) attempt(d *delivery) {
	e, now := d.endpoint, d.endpoint.account.clock.now
	subject := object{"object", "test", "endpoint_id", e.id}
	if d.job != nil && d.job.deleted {
		subject = object{"id", d.job.id, "object", "job", "deleted", true}
	} else if d.job != nil { // a read shows the same, as a job never changes after its end
		subject = d.job.view()
	}
	body := encode(object{"id", d.eventID, "object", "event", "type", d.kind, "api_version", "v1", "created", d.created,
		"livemode", e.Environment == "live", "data", object{"object", subject}})
	signature := fmt.Sprintf("t=%d", now.Unix())
	for _, secret := range []string{e.secret, e.previous} {
		if code := hmac.New(sha256.New, []byte(secret)); secret == e.secret || now.Before(e.previousUntil) {
			fmt.Fprintf(code, "%d.%s", now.Unix(), body)
			signature += fmt.Sprintf(",v1=%x", code.Sum(nil))
		}
	}
	call, _ := http.NewRequest("POST", e.URL, bytes.NewReader(body)) // the URL was checked when it was registered
	call.Header = http.Header{"Content-Type": {"application/json"}, "User-Agent": {"Service-Webhooks/1"}, "Service-Event-Id": {d.eventID},
		"Service-Event-Type": {d.kind}, "Service-Delivery-Attempt": {strconv.Itoa(len(d.attempts) + 1)}, "Service-Signature": {signature}}
	d.sending = true
	s.mu.Unlock()
	begun := time.Now()
	answer, err := s.client.Do(call)
	s.mu.Lock()
	result := object{"at", now, "status", nil, "duration_ms", time.Since(begun).Milliseconds()}
	if err == nil {
		answer.Body.Close()
		result[3] = answer.StatusCode
	}
	d.sending, d.attempts = false, append(d.attempts, result)
	d.conclude(err == nil && answer.StatusCode/100 == 2, now)
	s.changed.Broadcast()
}

// conclude decides how a delivery and its endpoint go on after an attempt. Pings and resends count like other attempts,
// except that a failed resend leaves the schedule as it is.
func (d *delivery) conclude(success bool, at time.Time) {
	e, n := d.endpoint, len(d.attempts)
	if success {
		d.state, d.next, e.failures = "delivered", time.Time{}, 0
		return
	}
	e.failures++
	e.failingSince = pick(e.failures == 1, at, e.failingSince)
	if wasDue := !at.Before(d.next); d.state == "pending" && (wasDue || n > len(waits)) {
		wait := float64(append(waits, 0)[n-1]) * (0.8 + 0.4*chance.Float64())
		d.next = at.Add(time.Duration(wait).Truncate(time.Millisecond))
		if n > len(waits) || d.job == nil || d.next.After(d.created.Add(24*time.Hour)) {
			d.state, d.next = "exhausted", time.Time{}
		}
	}
	if e.failures >= 20 && at.Sub(e.failingSince) >= 24*time.Hour {
		e.disable()
	}
}

// disable gives up what is pending, too, whether it is the server or the driver that disables.
func (e *endpoint) disable() {
	e.enabled = false
	for _, d := range e.account.deliveries {
		if d.endpoint == e && d.state == "pending" {
			d.state, d.next = "cancelled", time.Time{}
		}
	}
}

// digest is the SHA-256 of the parts in hex.
func digest(parts ...string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, "\x00"))))
}
