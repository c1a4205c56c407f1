// Package strangerclient is a client of the image analysis and try-on service.
package strangerclient

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

const (
	attempts       = 5                // of one call, before it is given up
	attemptTimeout = 30 * time.Second // for one answer with its body
	defaultPause   = time.Second      // where an answer carries no Retry-After
)

var (
	// ErrNotEnabled says that the environment does not serve the operation: it answers as an unknown path does.
	ErrNotEnabled = errors.New("the operation is not enabled")
	// ErrGone says that a result picture is not there any more: it expired, or its job was deleted.
	ErrGone = errors.New("the picture is gone")
)

// APIError is a refusal by the service. Branch on Code, never on Message.
type APIError struct {
	Method    string `json:"-"`
	Path      string `json:"-"`
	Status    int    `json:"-"`
	Code      string `json:"code"`
	Message   string `json:"message"`
	RequestID string `json:"request_id"`
}

func (e *APIError) Error() string {
	return fmt.Sprintf("%s %s: %d %s: %s (request %s)", e.Method, e.Path, e.Status, e.Code, e.Message, e.RequestID)
}

// Is tells an operation that is off from an object that is not there; both answer 404.
func (e *APIError) Is(target error) bool {
	return target == ErrNotEnabled && e.Status == http.StatusNotFound && e.Code != "JOB_NOT_FOUND" && e.Code != "ASSET_NOT_FOUND"
}

// Sleep waits for d, or until the context ends.
type Sleep func(ctx context.Context, d time.Duration) error

func realSleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Client calls the service with one key. It may be used by several goroutines.
type Client struct {
	base, key string
	http      *http.Client
	sleep     Sleep

	refused atomic.Pointer[APIError] // why the key is of no use: asking again would not help
}

// New returns a client; without a sleep it waits in real time.
func New(base, key string, sleep Sleep) *Client {
	if sleep == nil {
		sleep = realSleep
	}
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse } // the key must not go elsewhere
	return &Client{base: strings.TrimRight(base, "/"), key: key, http: &http.Client{CheckRedirect: stay}, sleep: sleep}
}

type reply struct {
	status int
	header http.Header
	body   []byte
}

// retryAfter is how long the service asks to wait, in whole seconds.
func (r *reply) retryAfter(otherwise time.Duration) time.Duration {
	if r != nil {
		if n, err := strconv.Atoi(r.header.Get("Retry-After")); err == nil && n >= 0 {
			return time.Duration(n) * time.Second
		}
	}
	return otherwise
}

// do makes a call and hands a success, or a 304, to accept. It tries again after Retry-After if the service is busy, and after a
// pause if the answer is lost, cut off or not accepted. Each call may be repeated: submissions carry their Idempotency-Key, cancel and
// delete are idempotent, and a second upload makes only a spare input.
func (c *Client) do(ctx context.Context, method, path string, header map[string]string, body []byte, accept func(*reply) error) error {
	pause := defaultPause
	for try := 1; ; try++ {
		if refusal := c.refused.Load(); refusal != nil {
			return refusal
		}
		r, err := c.once(ctx, method, path, header, body)
		if err == nil {
			if r.status/100 == 2 || r.status == http.StatusNotModified && header["If-None-Match"] != "" {
				if err = accept(r); err == nil {
					return nil
				}
			} else {
				refusal := refusalOf(method, path, r)
				if r.status != http.StatusTooManyRequests && r.status < 500 {
					if refusal.Status == http.StatusUnauthorized || refusal.Code == "API_KEY_IP_NOT_ALLOWED" {
						c.refused.Store(refusal)
					}
					return refusal
				}
				err = refusal
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if try == attempts {
			return fmt.Errorf("%s %s: given up after %d attempts: %w", method, path, try, err)
		}
		if err := c.sleep(ctx, r.retryAfter(pause)); err != nil {
			return err
		}
		pause *= 2
	}
}

func (c *Client) once(ctx context.Context, method, path string, header map[string]string, body []byte) (*reply, error) {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, c.base+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("X-API-Key", c.key)
	for name, value := range header {
		request.Header.Set(name, value)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	return &reply{response.StatusCode, response.Header, content}, nil
}

func refusalOf(method, path string, r *reply) *APIError {
	envelope := struct {
		Error *APIError `json:"error"`
	}{}
	if json.Unmarshal(r.body, &envelope) != nil || envelope.Error == nil {
		envelope.Error = &APIError{} // not from the service itself; the status has to do
	}
	path, _, _ = strings.Cut(path, "?")
	envelope.Error.Method, envelope.Error.Path, envelope.Error.Status = method, path, r.status
	return envelope.Error
}

// into decodes a body; one that is no JSON is treated like one that was cut off.
func into(target any) func(*reply) error {
	return func(r *reply) error { return json.Unmarshal(r.body, target) }
}

func ignore(*reply) error { return nil }

// Asset is a picture at the service. Times stay text, as they are only handed on.
type Asset struct {
	ID        string `json:"id"`
	Purpose   string `json:"purpose"`
	CreatedAt string `json:"created_at"`
	ExpiresAt string `json:"expires_at"`
}

// Upload stores a JPEG, PNG or WebP as an input.
func (c *Client) Upload(ctx context.Context, picture []byte) (asset Asset, err error) {
	kind := http.DetectContentType(picture)
	if kind != "image/jpeg" && kind != "image/png" && kind != "image/webp" {
		return asset, fmt.Errorf("the service takes no %s", kind)
	}
	return asset, c.do(ctx, "POST", "/v1/assets", map[string]string{"Content-Type": kind}, picture, into(&asset))
}

// Asset reads an asset.
func (c *Client) Asset(ctx context.Context, id string) (asset Asset, err error) {
	return asset, c.do(ctx, "GET", "/v1/assets/"+url.PathEscape(id), nil, nil, into(&asset))
}

func (c *Client) DeleteAsset(ctx context.Context, id string) error {
	return c.do(ctx, "DELETE", "/v1/assets/"+url.PathEscape(id), nil, nil, ignore)
}

// AssetFilter has the filters of the list by name: limit, purpose, created_gte, created_lt, job_id.
type AssetFilter map[string]string

// AssetPage is one page of a list.
type AssetPage struct {
	Data       []Asset `json:"data"`
	HasMore    bool    `json:"has_more"`
	NextCursor *string `json:"next_cursor"`
}

func (c *Client) AssetPage(ctx context.Context, filter AssetFilter, cursor string) (page AssetPage, err error) {
	query := url.Values{}
	for name, value := range filter {
		query.Set(name, value)
	}
	if cursor != "" {
		query.Set("cursor", cursor)
	}
	return page, c.do(ctx, "GET", "/v1/assets?"+query.Encode(), nil, nil, into(&page))
}

// Assets walks all pages, newest first.
func (c *Client) Assets(ctx context.Context, filter AssetFilter) (all []Asset, err error) {
	for cursor := ""; ; {
		page, err := c.AssetPage(ctx, filter, cursor)
		if err != nil {
			return all, err
		}
		all = append(all, page.Data...)
		if !page.HasMore {
			return all, nil
		}
		if page.NextCursor == nil || *page.NextCursor == cursor {
			return all, errors.New("the list has more, and no cursor leads there")
		}
		cursor = *page.NextCursor
	}
}

// Order is a submission that can be repeated: after a crash, the same Idempotency-Key leads to the same job.
type Order struct {
	Key     string          `json:"key"`
	Path    string          `json:"path"`
	AssetID string          `json:"asset_id"`
	Body    json.RawMessage `json:"body"`
}

// SkinAnalysis orders the analysis of some concerns, each named once, with a mask of each.
func SkinAnalysis(assetID string, concerns ...string) Order {
	masks := []map[string]string{}
	for _, concern := range concerns {
		masks = append(masks, map[string]string{"concern": concern, "kind": "mask"})
	}
	return newOrder("/v1/skin/analyses", assetID, map[string]any{"concerns": concerns, "visualizations": masks})
}

type Product struct {
	Category string `json:"category"`
	Color    string `json:"color"`
}

// Makeup orders a try-on; the products are layers, in order. (The body of a hair try-on is not specified yet.)
func Makeup(assetID string, products ...Product) Order {
	return newOrder("/v1/makeup/try-ons", assetID, map[string]any{"products": products})
}

func newOrder(path, assetID string, body map[string]any) Order {
	body["inputs"] = []map[string]string{{"asset_id": assetID, "role": "source"}}
	text, _ := json.Marshal(body) // strings and numbers only
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		panic(err) // without randomness two orders could share a key
	}
	return Order{Key: hex.EncodeToString(key), Path: path, AssetID: assetID, Body: text}
}

// Job is what the service knows about an order. Check Status before Output.
type Job struct {
	ID        string    `json:"id"`
	Operation string    `json:"operation"`
	Status    string    `json:"status"`
	Output    *Output   `json:"output"`
	Error     *JobError `json:"error"`

	etag  string        // of the last answer that had one
	pause time.Duration // before the next poll
}

// Ended tells whether the status is terminal.
func (j Job) Ended() bool {
	return j.Status == "succeeded" || j.Status == "failed" || j.Status == "cancelled"
}

type JobError struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Output is an open union. Raw keeps it as it came, so that nothing is lost that this client does not know.
type Output struct {
	Type           string
	Concerns       []SkinConcern // of skin.analysis
	Visualizations []ResultAsset // of skin.analysis
	Image          *ResultAsset  // of makeup.try_on and hair.try_on
	Raw            json.RawMessage
}

type SkinConcern struct {
	Concern           string   `json:"concern"`
	Status            string   `json:"status"`
	Score             *float64 `json:"score"` // nil if unavailable
	UnavailableReason *string  `json:"unavailable_reason"`
}

type ResultAsset struct {
	ID        string `json:"id"`
	Href      string `json:"href"`
	MediaType string `json:"media_type"`
	Role      string `json:"role"`
	SizeBytes int64  `json:"size_bytes"`
	ExpiresAt string `json:"expires_at"`
}

// UnmarshalJSON reads only the fields of a known type: in another one, the same name may mean something else.
func (o *Output) UnmarshalJSON(data []byte) error {
	var head struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return err
	}
	*o = Output{Type: head.Type, Raw: append(json.RawMessage(nil), data...)}
	switch o.Type {
	case "skin.analysis":
		return json.Unmarshal(data, &struct{ Concerns, Visualizations any }{&o.Concerns, &o.Visualizations})
	case "makeup.try_on", "hair.try_on":
		return json.Unmarshal(data, &struct{ Image any }{&o.Image})
	}
	return nil
}

// Parts are the pictures of an output.
func (o *Output) Parts() []ResultAsset {
	if o == nil {
		return nil
	}
	parts := append([]ResultAsset(nil), o.Visualizations...)
	if o.Image != nil {
		parts = append(parts, *o.Image)
	}
	return parts
}

// Submit sends an order. The job is accepted, not done: Follow it.
func (c *Client) Submit(ctx context.Context, order Order) (Job, error) {
	header := map[string]string{"Content-Type": "application/json", "Idempotency-Key": order.Key}
	return c.job(ctx, "POST", order.Path, header, order.Body, Job{})
}

// Job reads a job, conditionally if the job was read before.
func (c *Client) Job(ctx context.Context, known Job) (Job, error) {
	header := map[string]string{}
	if known.etag != "" {
		header["If-None-Match"] = known.etag
	}
	return c.job(ctx, "GET", "/v1/jobs/"+url.PathEscape(known.ID), header, nil, known)
}

func (c *Client) job(ctx context.Context, method, path string, header map[string]string, body []byte, known Job) (job Job, err error) {
	err = c.do(ctx, method, path, header, body, func(r *reply) error {
		job = known
		if r.status != http.StatusNotModified {
			job = Job{}
			if err := json.Unmarshal(r.body, &job); err != nil {
				return err
			}
			if job.ID == "" || job.Status == "succeeded" && job.Output == nil {
				return errors.New("the answer is no job")
			}
		}
		if tag := r.header.Get("ETag"); tag != "" {
			job.etag = tag
		}
		if job.pause = r.retryAfter(known.pause); job.pause == 0 && r.header.Get("Retry-After") == "" {
			job.pause = defaultPause
		}
		return nil
	})
	return job, err
}

// Follow polls a job until it has ended, at the pace that the service asks for. It reads the job at least once, as only a read is
// authoritative. On an error it returns what it knew last.
func (c *Client) Follow(ctx context.Context, job Job) (Job, error) {
	for read := false; !read || !job.Ended(); read = true {
		if !job.Ended() {
			if err := c.sleep(ctx, job.pause); err != nil {
				return job, err
			}
		}
		next, err := c.Job(ctx, job)
		if err != nil {
			return job, err
		}
		job = next
	}
	return job, nil
}

// Cancel asks to cancel a job, and follows it to its end: a job that was already picked up may still succeed or fail, and a job that
// has ended stays as it is.
func (c *Client) Cancel(ctx context.Context, job Job) (Job, error) {
	asked, err := c.job(ctx, "POST", "/v1/jobs/"+url.PathEscape(job.ID)+"/cancel", nil, nil, Job{})
	var refusal *APIError
	if errors.As(err, &refusal) && refusal.Code == "JOB_NOT_CANCELLABLE" {
		return c.Follow(ctx, job)
	}
	if err != nil || asked.Ended() {
		return asked, err
	}
	return c.Follow(ctx, asked)
}

func (c *Client) DeleteJob(ctx context.Context, id string) error {
	return c.do(ctx, "DELETE", "/v1/jobs/"+url.PathEscape(id), nil, nil, ignore)
}

// Download fetches a result picture. It accepts only all the bytes of a picture of the promised type.
func (c *Client) Download(ctx context.Context, part ResultAsset) (data []byte, err error) {
	if !strings.HasPrefix(part.Href, "/") {
		return nil, fmt.Errorf("%q is no path", part.Href) // the key must not go elsewhere
	}
	err = c.do(ctx, "GET", part.Href, nil, nil, func(r *reply) error {
		if int64(len(r.body)) != part.SizeBytes || http.DetectContentType(r.body) != part.MediaType {
			return fmt.Errorf("%d bytes of %s instead of %d of %s", len(r.body), http.DetectContentType(r.body), part.SizeBytes, part.MediaType)
		}
		data = r.body
		return nil
	})
	var refusal *APIError
	if errors.As(err, &refusal) && (refusal.Status == http.StatusNotFound || refusal.Status == http.StatusGone) {
		return nil, fmt.Errorf("%w: %v", ErrGone, refusal)
	}
	return data, err
}

// Balance is the credit balance, in units.
type Balance struct {
	Available int64            `json:"available_units"`
	Spendable int64            `json:"spendable_units"`
	Enforced  bool             `json:"enforced"`
	UnitCosts map[string]int64 `json:"unit_costs"`
}

func (c *Client) Balance(ctx context.Context) (balance Balance, err error) {
	return balance, c.do(ctx, "GET", "/v1/credits/balance", nil, nil, into(&balance))
}

// Usage and Jobs return bodies as they are: the specification does not show their shape.
func (c *Client) Usage(ctx context.Context) ([]byte, error) { return c.raw(ctx, "/v1/usage") }
func (c *Client) Jobs(ctx context.Context) ([]byte, error)  { return c.raw(ctx, "/v1/jobs") }

func (c *Client) raw(ctx context.Context, path string) (body []byte, err error) {
	err = c.do(ctx, "GET", path, nil, nil, func(r *reply) error { body = r.body; return nil })
	return body, err
}
