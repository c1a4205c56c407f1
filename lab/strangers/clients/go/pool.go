package strangerclient

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// Ledger is a folder with a file for each order that is not settled. What is in it survives a crash.
type Ledger string

// Save is called before the first submission, so that no job can exist whose key is lost.
func (l Ledger) Save(order Order) error {
	text, err := json.Marshal(order)
	if err != nil {
		return err
	}
	file := filepath.Join(string(l), order.Key+".json")
	if err := os.WriteFile(file+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(file+".new", file) // never half a file
}

func (l Ledger) Forget(order Order) error {
	return os.Remove(filepath.Join(string(l), order.Key+".json"))
}

func (l Ledger) Pending() (orders []Order, err error) {
	files, err := filepath.Glob(filepath.Join(string(l), "*.json"))
	for _, file := range files {
		var order Order
		text, err := os.ReadFile(file)
		if err == nil {
			err = json.Unmarshal(text, &order)
		}
		if err != nil {
			return nil, err
		}
		orders = append(orders, order)
	}
	return orders, err
}

// Result is what became of an order.
type Result struct {
	Order    Order
	Job      Job // without an id if no job is known
	Pictures []Picture
	Err      error // why there is no ended job with all its pictures; a failed job is no error
}

// Picture is a downloaded part of an output, or why there is none.
type Picture struct {
	Part ResultAsset
	Data []byte
	Err  error
}

// Pool works on many pictures, a few at a time.
type Pool struct {
	client *Client
	ledger Ledger
	grace  time.Duration // for what has to be done after a context has ended
	tasks  chan task
	active sync.WaitGroup

	mu      sync.Mutex
	settled []Result // whose jobs and inputs Close deletes
}

type task struct {
	run func() Result
	out chan<- Result
}

// NewPool starts the workers. Close ends them.
func NewPool(client *Client, ledger Ledger, workers int) *Pool {
	p := &Pool{client: client, ledger: ledger, grace: 2 * time.Minute, tasks: make(chan task)}
	for i := 0; i < workers; i++ {
		p.active.Add(1)
		go func() {
			defer p.active.Done()
			for t := range p.tasks {
				t.out <- t.run()
			}
		}()
	}
	return p
}

// Go waits for a free worker, which uploads the picture, submits the order for it, and follows the job to its end. If the context
// ends before, the job is cancelled.
func (p *Pool) Go(ctx context.Context, picture []byte, order func(assetID string) Order) <-chan Result {
	return p.enqueue(ctx, func() Result {
		asset, err := p.client.Upload(ctx, picture)
		if err != nil {
			return Result{Err: err}
		}
		o := order(asset.ID)
		if err := ctx.Err(); err != nil { // nothing was submitted yet, and nothing will be
			return p.settle(Result{Order: o, Err: err})
		}
		if err := p.ledger.Save(o); err != nil {
			return p.settle(Result{Order: o, Err: err})
		}
		return p.finish(ctx, o)
	})
}

// Resume repeats the submissions of an earlier run that were never settled, with their keys, and carries on from there.
func (p *Pool) Resume(ctx context.Context) ([]<-chan Result, error) {
	orders, err := p.ledger.Pending()
	var results []<-chan Result
	for _, order := range orders {
		order := order
		results = append(results, p.enqueue(ctx, func() Result { return p.finish(ctx, order) }))
	}
	return results, err
}

func (p *Pool) enqueue(ctx context.Context, run func() Result) <-chan Result {
	out := make(chan Result, 1)
	select {
	case p.tasks <- task{run, out}:
	case <-ctx.Done():
		out <- Result{Err: ctx.Err()}
	}
	return out
}

func (p *Pool) finish(ctx context.Context, order Order) Result {
	r := Result{Order: order}
	r.Job, r.Err = p.client.Submit(ctx, order)
	if r.Err == nil {
		r.Job, r.Err = p.client.Follow(ctx, r.Job)
	}
	if r.Err != nil && ctx.Err() != nil {
		job, err := p.abandon(order, r.Job)
		if r.Job, r.Err = job, ctx.Err(); err != nil {
			r.Err = err // the order stays in the ledger: nobody knows how it ends
			return r
		}
		return p.settle(r)
	}
	if r.Err != nil {
		if r.Job.ID == "" && isFinal(r.Err) {
			return p.settle(r)
		}
		return r
	}
	if r.Job.Status == "succeeded" {
		for _, part := range r.Job.Output.Parts() {
			data, err := p.client.Download(ctx, part)
			r.Pictures = append(r.Pictures, Picture{part, data, err})
			if err != nil && !errors.Is(err, ErrGone) {
				r.Err = err
			}
		}
	}
	if r.Err != nil && ctx.Err() == nil {
		return r // the job and its key are kept, for another try
	}
	return p.settle(r)
}

// abandon cancels the job of an order that nobody waits for any more. If the answer to the submission did not arrive, a job may exist
// and be charged: the same key finds out.
func (p *Pool) abandon(order Order, job Job) (Job, error) {
	ctx, cancel := context.WithTimeout(context.Background(), p.grace)
	defer cancel()
	if job.ID == "" {
		var err error
		if job, err = p.client.Submit(ctx, order); isFinal(err) {
			return job, nil // there is no job
		} else if err != nil {
			return job, err
		}
	}
	ended, err := p.client.Cancel(ctx, job)
	if errors.Is(err, ErrNotEnabled) {
		return p.client.Follow(ctx, job) // it runs and is billed: report how it ends
	}
	return ended, err
}

// isFinal tells whether an error of a submission means that the order has no job, and will not get one. A key that is refused says
// nothing about a job of an earlier attempt.
func isFinal(err error) bool {
	var refusal *APIError
	if !errors.As(err, &refusal) {
		return false
	}
	switch refusal.Status {
	case 400, 402, 404, 410, 413:
		return true
	}
	return false
}

func (p *Pool) settle(r Result) Result {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.settled = append(p.settled, r)
	return r
}

// Close waits for the workers, and deletes the settled jobs, with their results, and their inputs. Where deletion is not enabled, they
// stay until they expire, and the errors say so.
func (p *Pool) Close(ctx context.Context) (errs []error) {
	close(p.tasks)
	p.active.Wait()
	for _, r := range p.settled {
		var failed bool
		if r.Job.ID != "" {
			if err := p.client.DeleteJob(ctx, r.Job.ID); err != nil && !isNotFound(err) {
				errs, failed = append(errs, err), !errors.Is(err, ErrNotEnabled)
			}
		}
		if err := p.client.DeleteAsset(ctx, r.Order.AssetID); err != nil && !isNotFound(err) {
			errs, failed = append(errs, err), failed || !errors.Is(err, ErrNotEnabled)
		}
		if !failed {
			if err := p.ledger.Forget(r.Order); err != nil && !errors.Is(err, os.ErrNotExist) {
				errs = append(errs, err)
			}
		}
	}
	return errs
}

func isNotFound(err error) bool {
	var refusal *APIError
	return errors.As(err, &refusal) && refusal.Status == 404 && !errors.Is(err, ErrNotEnabled)
}
