package strangerclient

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

var emulator = os.Getenv("TRYON_URL")

func TestMain(m *testing.M) {
	if emulator == "" {
		fmt.Fprintln(os.Stderr, "TRYON_URL is missing: run npx tryon-emulator exec -- go test -count=1 ./...")
		os.Exit(2)
	}
	report("reports", []string{"ends", "pictures", "refusals", "waits"})
	os.Exit(m.Run())
}

// report writes what the client told its user, as a line of TRYON_CLIENT_REPORT.
func report(pairs ...any) {
	path := os.Getenv("TRYON_CLIENT_REPORT")
	if path == "" {
		return
	}
	line := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		line[pairs[i].(string)] = pairs[i+1]
	}
	text, _ := json.Marshal(line)
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer file.Close()
	file.Write(append(text, '\n'))
}

var idInPath = regexp.MustCompile(`^(/v1/(?:jobs|assets))/[^/]+`)

func reportRefusal(err error) {
	var refusal *APIError
	if errors.As(err, &refusal) {
		report("refused", refusal.Method+" "+idInPath.ReplaceAllString(refusal.Path, "$1/:id"))
	}
}

func reportEnd(job Job) {
	if job.Ended() {
		report("job", job.ID, "ended", job.Status)
	}
}

// world is a world of the emulator, with a sleep in which a second takes a millisecond.
type world struct {
	t    *testing.T
	name string
	keys map[string]string

	mu      sync.Mutex
	waits   []time.Duration
	onSleep func()
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t}
	var made struct {
		Name string
		Keys map[string]string
	}
	w.control("POST", "/worlds", map[string]any{}, &made)
	w.name, w.keys = made.Name, made.Keys
	t.Cleanup(func() { w.control("DELETE", "/worlds/"+made.Name, nil, nil) })
	return w
}

// control makes a control call. Workers call it too, so it must not end the goroutine if the call fails.
func (w *world) control(method, path string, body, out any) {
	w.t.Helper()
	text, _ := json.Marshal(body)
	if body == nil {
		text = nil
	}
	request, err := http.NewRequest(method, emulator+"/_emulator/v1"+path, bytes.NewReader(text))
	if err != nil {
		w.t.Error(err)
		return
	}
	request.Header.Set("Content-Type", "application/json")
	if w.name != "" {
		request.Header.Set("Emulator-World", w.name)
	}
	if token := os.Getenv("TRYON_TOKEN"); token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		w.t.Error(err)
		return
	}
	defer answer.Body.Close()
	text, _ = io.ReadAll(answer.Body)
	if answer.StatusCode >= 300 || out != nil && json.Unmarshal(text, out) != nil {
		w.t.Errorf("%s %s: %d %s", method, path, answer.StatusCode, text)
	}
}

type m = map[string]any

func (w *world) plan(plan m) { w.t.Helper(); w.control("POST", "/plans", plan, nil) }
func (w *world) fault(route string, effect m) {
	w.t.Helper()
	w.control("POST", "/faults", m{"match": m{"route": route}, "effect": effect}, nil)
}
func (w *world) advance(how m) { w.t.Helper(); w.control("POST", "/clock/advance", how, nil) }

// account is the path of the account of the world.
func (w *world) account() string {
	var ids []string
	w.control("GET", "/accounts", nil, &ids)
	return "/accounts/" + ids[0]
}

// jobIn is the id of a job in this stage, which the API does not show.
func (w *world) jobIn(stages ...string) string {
	var jobs []struct{ ID, Stage string }
	w.control("GET", "/jobs", nil, &jobs)
	for _, job := range jobs {
		for _, stage := range stages {
			if job.Stage == stage {
				return job.ID
			}
		}
	}
	return ""
}

func (w *world) sleep(ctx context.Context, d time.Duration) error {
	report("waited", d.Seconds())
	w.mu.Lock()
	w.waits = append(w.waits, d)
	hook := w.onSleep
	w.mu.Unlock()
	if hook != nil {
		hook()
	}
	time.Sleep(d / 1000) // so that one worker does not poll hundreds of times while the emulator draws for the other
	return ctx.Err()
}

func (w *world) waited(d time.Duration) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, wait := range w.waits {
		if wait == d {
			return true
		}
	}
	return false
}

func (w *world) client(environment string) *Client {
	return New(emulator, w.keys[environment], w.sleep)
}

func face(t *testing.T, name string) []byte {
	t.Helper()
	answer, err := http.Get(emulator + "/_emulator/fixtures/faces/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	picture, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(name, answer.Status, err)
	}
	return picture
}

func skin(assetID string) Order { return SkinAnalysis(assetID, "acne", "pore") }
func lips(assetID string) Order {
	return Makeup(assetID, Product{"foundation", "#d8a07c"}, Product{"lipstick", "#a1304a"})
}

// receive takes a result and reports what it tells the user.
func receive(results <-chan Result) Result {
	r := <-results
	reportEnd(r.Job)
	reportRefusal(r.Err)
	for _, picture := range r.Pictures {
		if picture.Err != nil {
			report("asset", picture.Part.ID, "bytes", nil)
		} else {
			report("asset", picture.Part.ID, "bytes", len(picture.Data))
		}
	}
	return r
}

func closePool(pool *Pool) []error {
	errs := pool.Close(context.Background())
	for _, err := range errs {
		reportRefusal(err)
	}
	return errs
}

func ok(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		reportRefusal(err)
		t.Fatal(err)
	}
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	reportRefusal(err)
	var refusal *APIError
	if !errors.As(err, &refusal) || refusal.Code != code || refusal.RequestID == "" {
		t.Fatalf("%v instead of %s", err, code)
	}
}

func wantEnd(t *testing.T, r Result, status string) {
	t.Helper()
	if r.Err != nil || r.Job.Status != status {
		t.Fatalf("%s ended as %q (%v) instead of %s: %v", r.Job.ID, r.Job.Status, r.Job.Error, status, r.Err)
	}
}

// tryOn is a job that succeeded with a picture.
func tryOn(t *testing.T, c *Client, assetID string) Job {
	t.Helper()
	job, err := c.Submit(context.Background(), lips(assetID))
	ok(t, err)
	job, err = c.Follow(context.Background(), job)
	ok(t, err)
	reportEnd(job)
	wantEnd(t, Result{Job: job}, "succeeded")
	if job.Output.Image == nil {
		t.Fatal("there is no picture:", string(job.Output.Raw))
	}
	return job
}

func TestManyPicturesLeaveNothingBehind(t *testing.T) {
	w, ctx := newWorld(t), context.Background()
	c, ledger := w.client("live"), Ledger(t.TempDir())
	pool := NewPool(c, ledger, 2)
	var results []<-chan Result
	for i, name := range []string{"afro.png", "curly-red.jpeg", "grey-bob.webp", "long-dark-wavy.jpeg", "short-blond.png", "afro.webp"} {
		results = append(results, pool.Go(ctx, face(t, name), []func(string) Order{skin, lips}[i%2]))
	}
	var done []Result
	for i, result := range results {
		r := receive(result)
		wantEnd(t, r, "succeeded")
		done = append(done, r)
		if i%2 == 1 {
			if r.Job.Output.Type != "makeup.try_on" || len(r.Pictures) != 1 || r.Pictures[0].Err != nil {
				t.Fatal("the try-on has no picture:", string(r.Job.Output.Raw))
			}
			continue
		}
		found := map[string]SkinConcern{}
		for _, concern := range r.Job.Output.Concerns {
			found[concern.Concern] = concern
		}
		for _, name := range []string{"acne", "pore"} {
			if found[name].Status == "measured" && found[name].Score == nil || found[name].Status == "" {
				t.Fatal(name, "is missing:", string(r.Job.Output.Raw))
			}
		}
	}
	_, err := c.Usage(ctx)
	ok(t, err)
	_, err = c.Jobs(ctx)
	ok(t, err)

	if errs := closePool(pool); len(errs) > 0 {
		t.Fatal(errs)
	}
	for _, r := range done {
		_, err := c.Job(ctx, Job{ID: r.Job.ID})
		wantCode(t, err, "JOB_NOT_FOUND")
		_, err = c.Asset(ctx, r.Order.AssetID)
		wantCode(t, err, "ASSET_NOT_FOUND")
	}
	_, err = c.Submit(ctx, done[0].Order)
	wantCode(t, err, "JOB_DELETED")
	if pending, err := ledger.Pending(); err != nil || len(pending) > 0 {
		t.Fatal(pending, err)
	}
}

func TestFailedJobsAreReported(t *testing.T) {
	w := newWorld(t)
	pool := NewPool(w.client("test"), Ledger(t.TempDir()), 2)
	for _, code := range []string{"INPUT_UNPROCESSABLE", "INPUT_EXPIRED", "PROCESSING_FAILED"} {
		w.plan(m{"outcome": m{"status": "failed", "code": code}})
		r := receive(pool.Go(context.Background(), face(t, "afro.png"), lips))
		wantEnd(t, r, "failed")
		if r.Job.Error == nil || r.Job.Error.Code != code || r.Job.Output != nil || len(r.Pictures) > 0 {
			t.Fatalf("%s: %+v", code, r)
		}
	}
	if errs := closePool(pool); len(errs) > 0 {
		t.Fatal(errs)
	}
}

func TestOutputsKeepWhatIsNotMeasuredAndWhatIsNotKnown(t *testing.T) {
	w := newWorld(t)
	w.plan(m{"outcome": m{"status": "succeeded", "scores": m{"acne": 12}, "unavailable": m{"pore": "not_measurable"}}})
	pool := NewPool(w.client("test"), Ledger(t.TempDir()), 2)
	r := receive(pool.Go(context.Background(), face(t, "curly-red.png"), skin))
	wantEnd(t, r, "succeeded")
	for _, concern := range r.Job.Output.Concerns {
		switch concern.Concern {
		case "acne":
			if concern.Score == nil || *concern.Score != 12 {
				t.Errorf("%+v", concern)
			}
		case "pore":
			if concern.Score != nil || concern.UnavailableReason == nil || *concern.UnavailableReason != "not_measurable" {
				t.Errorf("%+v", concern)
			}
		}
	}
	if errs := closePool(pool); len(errs) > 0 {
		t.Fatal(errs)
	}

	var job Job
	ok(t, json.Unmarshal([]byte(`{"id": "job_1", "status": "succeeded", "output": {"type": "nails.try_on", "image": 7, "new": [1]}}`), &job))
	if job.Output.Type != "nails.try_on" || !strings.Contains(string(job.Output.Raw), `"new": [1]`) || len(job.Output.Parts()) > 0 {
		t.Errorf("%+v", job.Output)
	}
}

func TestAJobWhoseContextEndsIsCancelledAndNotCharged(t *testing.T) {
	for _, lost := range []bool{false, true} {
		w := newWorld(t)
		c := w.client("live")
		pool := NewPool(c, Ledger(t.TempDir()), 2)
		before, err := c.Balance(context.Background())
		ok(t, err)
		w.plan(m{"stages": m{"queued": "1h"}})
		if lost {
			w.fault("POST /v1/skin/analyses", m{"kind": "commit_then_error"})
		}
		ctx, cancel := context.WithCancel(context.Background())
		w.onSleep = func() {
			if w.jobIn("queued") != "" {
				cancel()
			}
		}
		r := receive(pool.Go(ctx, face(t, "afro.png"), skin))
		if !errors.Is(r.Err, context.Canceled) || r.Job.Status != "cancelled" {
			t.Fatalf("lost: %v: %+v", lost, r)
		}
		after, err := c.Balance(context.Background())
		ok(t, err)
		if after.Available != before.Available {
			t.Fatalf("%d units before, %d after", before.Available, after.Available)
		}
		if errs := closePool(pool); len(errs) > 0 {
			t.Fatal(errs)
		}
	}
}

func TestADeadlineThatHasPassedSubmitsNothing(t *testing.T) {
	w := newWorld(t)
	pool := NewPool(w.client("test"), Ledger(t.TempDir()), 2)
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	if r := receive(pool.Go(ctx, face(t, "afro.png"), skin)); !errors.Is(r.Err, context.DeadlineExceeded) || r.Job.ID != "" {
		t.Fatalf("%+v", r)
	}
	if errs := closePool(pool); len(errs) > 0 {
		t.Fatal(errs)
	}
	var verdict struct{ OK bool }
	w.control("POST", "/journal/verify", m{"request": m{"route": "POST /v1/skin/analyses"}, "exactly": 0}, &verdict)
	if !verdict.OK {
		t.Fatal("something was submitted")
	}
}

func TestALateCancelIsFollowedToTheEnd(t *testing.T) {
	w := newWorld(t)
	c := w.client("test")
	pool := NewPool(c, Ledger(t.TempDir()), 2)
	w.plan(m{"hold_at": "processing", "outcome": m{"status": "succeeded"}})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	w.onSleep = func() {
		if id := w.jobIn("processing"); id != "" && ctx.Err() != nil {
			w.control("POST", "/jobs/"+id+"/release", nil, nil)
		} else if id != "" {
			cancel()
		}
	}
	r := receive(pool.Go(ctx, face(t, "afro.png"), lips))
	if !errors.Is(r.Err, context.Canceled) || r.Job.Status != "succeeded" {
		t.Fatalf("%+v", r)
	}
	again, err := c.Cancel(context.Background(), r.Job)
	ok(t, err)
	reportEnd(again)
	if again.Status != "succeeded" {
		t.Fatal("a finished job became", again.Status)
	}
	if errs := closePool(pool); len(errs) > 0 {
		t.Fatal(errs)
	}
}

func TestACrashIsResumedWithoutASecondCharge(t *testing.T) {
	w, ctx := newWorld(t), context.Background()
	c, ledger := w.client("live"), Ledger(t.TempDir())
	before, err := c.Balance(ctx)
	ok(t, err)
	asset, err := c.Upload(ctx, face(t, "long-dark-wavy.png"))
	ok(t, err)
	submitted, saved := skin(asset.ID), skin(asset.ID)
	ok(t, ledger.Save(submitted))
	ok(t, ledger.Save(saved))
	crashed, err := c.Submit(ctx, submitted) // and the program ends here, before it can note the job
	ok(t, err)

	pool := NewPool(w.client("live"), ledger, 2)
	results, err := pool.Resume(ctx)
	ok(t, err)
	if len(results) != 2 {
		t.Fatal(len(results), "orders are resumed")
	}
	for _, result := range results {
		r := receive(result)
		wantEnd(t, r, "succeeded")
		if r.Order.Key == submitted.Key && r.Job.ID != crashed.ID {
			t.Fatalf("%s became %s", crashed.ID, r.Job.ID)
		}
	}
	after, err := c.Balance(ctx)
	ok(t, err)
	if spent := before.Available - after.Available; spent != 2*before.UnitCosts["skin.analyze"] {
		t.Fatal(spent, "units were spent for two jobs")
	}
	if errs := closePool(pool); len(errs) > 0 {
		t.Fatal(errs)
	}
}

func TestABusyServiceIsAskedAgainAtItsPace(t *testing.T) {
	w, ctx := newWorld(t), context.Background()
	c := w.client("live")
	before, err := c.Balance(ctx)
	ok(t, err)
	w.fault("POST /v1/assets", m{"kind": "reset"})
	w.fault("POST /v1/makeup/try-ons", m{"kind": "error", "retry_after": 7})
	w.fault("POST /v1/makeup/try-ons", m{"kind": "error", "error": "rate_limited", "retry_after": 13})
	w.fault("POST /v1/makeup/try-ons", m{"kind": "commit_then_drop"})
	w.fault("GET /v1/jobs/:id", m{"kind": "error", "retry_after": 11})
	w.fault("GET /v1/assets/:id/content", m{"kind": "truncate", "bytes": 100})
	pool := NewPool(c, Ledger(t.TempDir()), 2)
	r := receive(pool.Go(ctx, face(t, "grey-bob.jpeg"), lips))
	wantEnd(t, r, "succeeded")
	if len(r.Pictures) != 1 || int64(len(r.Pictures[0].Data)) != r.Pictures[0].Part.SizeBytes {
		t.Fatalf("%d pictures", len(r.Pictures))
	}
	for _, seconds := range []time.Duration{7, 13, 11} {
		if !w.waited(seconds * time.Second) {
			t.Errorf("the client did not wait for %d seconds: %v", seconds, w.waits)
		}
	}
	after, err := c.Balance(ctx)
	ok(t, err)
	if spent := before.Available - after.Available; spent != before.UnitCosts["makeup.apply"] {
		t.Fatal(spent, "units were spent for one job")
	}
	if errs := closePool(pool); len(errs) > 0 {
		t.Fatal(errs)
	}

	w.control("PATCH", "/switches", m{"ledger_unreadable": true}, nil)
	_, err = c.Balance(ctx) // never a balance of zero, and not forever
	wantCode(t, err, "SERVICE_UNAVAILABLE")
}

func ids(assets []Asset) (list string) {
	for _, asset := range assets {
		list += asset.ID + " "
	}
	return list
}

func TestListsAreFilteredAndWalked(t *testing.T) {
	w, ctx := newWorld(t), context.Background()
	c := w.client("test")
	var inputs []Asset // newest first, as in the list
	for i := 0; i < 5; i++ {
		asset, err := c.Upload(ctx, face(t, "afro.jpeg"))
		ok(t, err)
		inputs = append([]Asset{asset}, inputs...)
		w.advance(m{"by": "1m"})
	}
	job := tryOn(t, c, inputs[0].ID)

	for _, one := range []struct {
		filter AssetFilter
		want   string
	}{
		{AssetFilter{"purpose": "input", "limit": "2"}, ids(inputs)},
		{AssetFilter{"purpose": "input", "created_gte": inputs[2].CreatedAt}, ids(inputs[:3])},
		{AssetFilter{"purpose": "input", "created_lt": inputs[2].CreatedAt, "limit": "1"}, ids(inputs[3:])},
		{AssetFilter{"job_id": job.ID}, job.Output.Image.ID + " "},
	} {
		assets, err := c.Assets(ctx, one.filter)
		ok(t, err)
		if ids(assets) != one.want {
			t.Errorf("%v: %s instead of %s", one.filter, ids(assets), one.want)
		}
	}

	page, err := c.AssetPage(ctx, AssetFilter{"purpose": "input", "limit": "2"}, "")
	ok(t, err)
	if !page.HasMore || page.NextCursor == nil {
		t.Fatalf("%+v", page)
	}
	_, err = c.AssetPage(ctx, AssetFilter{"purpose": "result"}, *page.NextCursor)
	wantCode(t, err, "INVALID_CURSOR")
	err = c.DeleteAsset(ctx, job.Output.Image.ID)
	wantCode(t, err, "ASSET_OWNED_BY_JOB")
}

func TestWhatIsNotEnabledIsReported(t *testing.T) {
	w, ctx := newWorld(t), context.Background()
	c := w.client("test")
	w.control("PATCH", w.account(), m{"features": m{"lists": false, "cancel": false, "delete": false, "credits": false}}, nil)
	_, lists := c.Assets(ctx, nil)
	_, jobs := c.Jobs(ctx)
	_, balance := c.Balance(ctx)
	for _, err := range []error{lists, jobs, balance} {
		if reportRefusal(err); !errors.Is(err, ErrNotEnabled) {
			t.Error(err)
		}
	}

	pool := NewPool(c, Ledger(t.TempDir()), 2)
	leaving, cancel := context.WithCancel(ctx)
	w.onSleep = func() {
		if w.jobIn("queued", "picked_up", "preparing", "processing") != "" {
			cancel()
		}
	}
	r := receive(pool.Go(leaving, face(t, "afro.png"), skin))
	if !r.Job.Ended() { // it could not be cancelled, so it was followed
		t.Errorf("%+v", r)
	}
	errs := closePool(pool)
	for _, err := range errs {
		if !errors.Is(err, ErrNotEnabled) {
			t.Error(err)
		}
	}
	if len(errs) == 0 {
		t.Error("nobody says that the job and its input are still there")
	}
}

func TestWhatHasExpiredIsGone(t *testing.T) {
	w, ctx := newWorld(t), context.Background()
	c := w.client("test")
	asset, err := c.Upload(ctx, face(t, "short-blond.webp"))
	ok(t, err)
	picture := tryOn(t, c, asset.ID).Output.Image
	data, err := c.Download(ctx, *picture)
	ok(t, err)
	report("asset", picture.ID, "bytes", len(data))

	w.advance(m{"to": picture.ExpiresAt})
	w.advance(m{"by": "1m"})
	_, err = c.Download(ctx, *picture)
	if !errors.Is(err, ErrGone) {
		t.Fatal(err)
	}
	report("asset", picture.ID, "bytes", nil)

	asset, err = c.Upload(ctx, face(t, "short-blond.webp"))
	ok(t, err)
	w.advance(m{"to": asset.ExpiresAt})
	w.advance(m{"by": "1m"})
	_, err = c.Submit(ctx, skin(asset.ID))
	reportRefusal(err)
	var refusal *APIError
	if !errors.As(err, &refusal) || refusal.Status != http.StatusGone {
		t.Fatal(err)
	}
	ok(t, c.DeleteAsset(ctx, asset.ID))
}

func TestRefusalsAreNotRepeated(t *testing.T) {
	w, ctx := newWorld(t), context.Background()
	_, err := New(emulator, "pk_test_nobody", w.sleep).Upload(ctx, face(t, "afro.png"))
	wantCode(t, err, "INVALID_API_KEY")

	var made struct {
		ID   string
		Keys map[string]struct{ Secret string }
	}
	w.control("POST", "/accounts", m{"credits": 0, "enforced": true, "keys": m{"skin": m{"environment": "live", "scopes": []string{"skin.analyze"}}}}, &made)
	poor := New(emulator, made.Keys["skin"].Secret, w.sleep)
	balance, err := poor.Balance(ctx)
	ok(t, err)
	if balance.Spendable != 0 || !balance.Enforced {
		t.Fatalf("%+v", balance)
	}
	pool := NewPool(poor, Ledger(t.TempDir()), 2)
	for code, order := range map[string]func(string) Order{"INSUFFICIENT_CREDITS": skin, "INSUFFICIENT_SCOPE": lips} {
		r := receive(pool.Go(ctx, face(t, "afro.png"), order))
		wantCode(t, r.Err, code)
	}
	if errs := closePool(pool); len(errs) > 0 {
		t.Fatal(errs)
	}

	mine, other := New(emulator, os.Getenv("TRYON_TEST_KEY"), w.sleep), New(emulator, os.Getenv("TRYON_LIVE_KEY"), w.sleep)
	asset, err := mine.Upload(ctx, face(t, "afro.png"))
	ok(t, err)
	_, err = mine.Asset(ctx, asset.ID)
	ok(t, err)
	_, err = other.Asset(ctx, asset.ID)
	wantCode(t, err, "ASSET_NOT_FOUND")
	ok(t, mine.DeleteAsset(ctx, asset.ID))
}

func TestWebhooksAreVerifiedHandledOnceAndCheckedByAPoll(t *testing.T) {
	w, ctx := newWorld(t), context.Background()
	c := w.client("test")
	var mu sync.Mutex
	handled, jobs := map[string]int{}, map[string]bool{}
	receiver := &Receiver{Handle: func(event Event) error {
		mu.Lock()
		defer mu.Unlock()
		handled[event.ID]++
		if id := event.JobID(); id != "" {
			jobs[id] = true
		}
		return nil
	}}
	server := httptest.NewServer(receiver)
	defer server.Close()
	var endpoint struct{ ID, Secret string }
	w.control("POST", "/endpoints", m{"url": server.URL, "environment": "test"}, &endpoint)
	receiver.Trust(endpoint.Secret)

	run := func() {
		pool := NewPool(c, Ledger(t.TempDir()), 2)
		r := receive(pool.Go(ctx, face(t, "afro.png"), skin)) // does not wait for the webhook
		wantEnd(t, r, "succeeded")
		w.advance(m{"until": "idle"})
		mu.Lock()
		known := jobs[r.Job.ID]
		mu.Unlock()
		if !known {
			t.Fatal("no webhook came for", r.Job.ID)
		}
		job, err := c.Job(ctx, Job{ID: r.Job.ID}) // whatever the webhook said
		ok(t, err)
		reportEnd(job)
		if job.Status != "succeeded" {
			t.Fatal(job.Status)
		}
		if errs := closePool(pool); len(errs) > 0 {
			t.Fatal(errs)
		}
	}
	run()
	var deliveries []struct{ ID string }
	w.control("GET", "/endpoints/"+endpoint.ID+"/deliveries", nil, &deliveries)
	w.control("POST", "/deliveries/"+deliveries[0].ID+"/resend", m{}, nil)
	w.control("POST", "/endpoints/"+endpoint.ID+"/ping", m{}, nil)

	old := endpoint.Secret
	w.control("POST", "/endpoints/"+endpoint.ID+"/rotate", m{}, &endpoint)
	run() // with the old secret only
	receiver.Trust(old, endpoint.Secret)
	run()
	answer, err := http.Post(server.URL, "application/json", strings.NewReader(`{"id": "evt_forged", "type": "job.failed"}`))
	ok(t, err)
	answer.Body.Close()
	if answer.StatusCode < 300 {
		t.Error("a forged event was accepted")
	}
	mu.Lock()
	defer mu.Unlock()
	for id, times := range handled {
		if times != 1 {
			t.Errorf("%s was handled %d times", id, times)
		}
	}
	if handled["evt_forged"] > 0 {
		t.Error("a forged event was handled")
	}
}

func TestSignatures(t *testing.T) {
	now, body := time.Now(), []byte(`{"id": "evt_1"}`)
	sign := func(t int64, secret string) string {
		mac := hmac.New(sha256.New, []byte(secret))
		fmt.Fprintf(mac, "%d.%s", t, body)
		return hex.EncodeToString(mac.Sum(nil))
	}
	header := func(age int64, secret string) string {
		return fmt.Sprintf("t=%d,v1=%s", now.Unix()-age, sign(now.Unix()-age, secret))
	}
	good := header(0, "new")
	for text, want := range map[string]bool{
		good:                                  true,
		header(299, "new"):                    true,
		header(-299, "new"):                   true,
		header(301, "new"):                    false,
		header(-301, "new"):                   false,
		header(0, "other"):                    false,
		good + ",v0=1":                        true,
		good + ",v1=00":                       true,
		good + ",t=1":                         false,
		"":                                    false,
		strings.Split(good, ",")[0]:           false,
		strings.Split(good, ",")[1]:           false,
		strings.Replace(good, "t=", "t=x", 1): false,
		header(0, "other") + ",v1=" + sign(now.Unix(), "new"): true,
	} {
		if isSigned(body, text, []string{"old", "new"}, now) != want {
			t.Errorf("%q: not %v", text, want)
		}
	}
	if isSigned([]byte(`{"id": "evt_2"}`), good, []string{"new"}, now) {
		t.Error("a changed body was accepted")
	}
}
