package consult

import (
	"bytes"
	"encoding/json"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// mcpAnswers are the lines that go to an assistant, by the server and by
// mcpLines. It knows which calls have no answer yet. What it writes to is not
// its own to close.
type mcpAnswers struct {
	mu   sync.Mutex
	to   io.Writer
	open map[jsonrpc.ID]bool // calls without an answer
	over bool                // nobody waits for answers any more
	news *sync.Cond          // one of these has changed
}

func newMCPAnswers(to io.Writer) *mcpAnswers {
	a := &mcpAnswers{to: to, open: map[jsonrpc.ID]bool{}}
	a.news = sync.NewCond(&a.mu)
	return a
}

// expect takes a message of the assistant. A call that it takes back need not be
// answered.
func (a *mcpAnswers) expect(line []byte) {
	message, _ := jsonrpc.DecodeMessage(line) // it is one
	call, is := message.(*jsonrpc.Request)
	if !is {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if call.IsCall() {
		a.open[call.ID] = true
		return
	}
	var params struct {
		ID any `json:"requestId"`
	}
	if call.Method == "notifications/cancelled" && json.Unmarshal(call.Params, &params) == nil {
		if id, err := jsonrpc.MakeID(params.ID); err == nil {
			delete(a.open, id)
		}
	}
}

// Write takes one message of the server.
func (a *mcpAnswers) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n, err := a.to.Write(p)
	if message, bad := jsonrpc.DecodeMessage(bytes.TrimSpace(p)); bad == nil {
		if answer, is := message.(*jsonrpc.Response); is {
			delete(a.open, answer.ID)
		}
	}
	a.over = a.over || err != nil
	a.news.Broadcast()
	return n, err
}

// Close ends all waiting.
func (a *mcpAnswers) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.over = true
	a.news.Broadcast()
	return nil
}

// wait returns when all calls are answered, or nobody waits for that.
func (a *mcpAnswers) wait() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for len(a.open) > 0 && !a.over {
		a.news.Wait()
	}
}
