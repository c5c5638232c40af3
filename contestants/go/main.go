// An HTTP server on net/http alone, which does the same work as the other servers of the lab, and proves it in the same way.
package main

import (
	"encoding/json"
	"flag"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	idHeader   = "X-Chokepoint-Id"
	line       = "a large file that is read whole for each request to count its words\n"
	smallFiles = 5
)

type answer struct {
	ID      string `json:"id"`
	Proof   string `json:"proof"`
	Results []any  `json:"results"`
}

// facts is what the server sees of its machine and its settings. HeapMax is null where GOMEMLIMIT sets no bound.
type facts struct {
	Platform   string  `json:"platform"`
	Version    string  `json:"version"`
	Framework  *string `json:"framework"`
	Processors int     `json:"processors"`
	GC         string  `json:"gc"`
	HeapMax    *int64  `json:"heapMax"`
	Threads    *int    `json:"threads"`
	GoMaxProcs int     `json:"goMaxProcs"`
}

type server struct {
	large string
	small []string
}

// newServer writes one large text of so many lines and five small files.
func newServer(folder string, lines int) (*server, error) {
	s := &server{large: filepath.Join(folder, "large.txt")}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(s.large, []byte(strings.Repeat(line, lines)), 0o600); err != nil {
		return nil, err
	}
	for n := 1; n <= smallFiles; n++ {
		file := filepath.Join(folder, "file"+strconv.Itoa(n)+".txt")
		if err := os.WriteFile(file, []byte(strings.Repeat("x", 1024*n)), 0o600); err != nil {
			return nil, err
		}
		s.small = append(s.small, file)
	}
	return s, nil
}

// work answers with one result, which a goroutine of this request finds.
func work(w http.ResponseWriter, r *http.Request, find func() (any, error)) {
	id := idOf(r)
	value, err := find()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	reply(w, answerOf(id, []sealed{seal(id, 0, value)}))
}

func idOf(r *http.Request) string {
	if id := r.Header.Get(idHeader); id != "" {
		return id
	}
	return "anonymous"
}

func reply(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json")
	// It fails only where the client has hung up, which nobody needs to know.
	_ = json.NewEncoder(w).Encode(body)
}

// number makes a handler of one that takes the first number of its path.
func number(handle func(w http.ResponseWriter, r *http.Request, n int)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		n, err := parse(r.PathValue("n"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		handle(w, r, n)
	}
}

// parse takes what fits into an int32 and is not negative.
func parse(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int(n), err
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ready", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /facts", func(w http.ResponseWriter, _ *http.Request) { reply(w, factsNow()) })
	mux.HandleFunc("GET /prime/{n}", number(func(w http.ResponseWriter, r *http.Request, n int) {
		work(w, r, func() (any, error) { return countPrimes(int32(n)), nil })
	}))
	mux.HandleFunc("GET /file/large", func(w http.ResponseWriter, r *http.Request) {
		work(w, r, func() (any, error) { return countWords(s.large) })
	})
	mux.HandleFunc("GET /io-test", s.sizes)
	mux.HandleFunc("GET /network-io", delays)
	mux.HandleFunc("GET /wait/{n}/{units}", number(func(w http.ResponseWriter, r *http.Request, n int) {
		units, err := parse(r.PathValue("units"))
		if err != nil {
			http.NotFound(w, r)
			return
		}
		work(w, r, func() (any, error) { time.Sleep(milliseconds(n)); return compute(units), nil })
	}))
	mux.HandleFunc("GET /pbkdf2/{n}", number(func(w http.ResponseWriter, r *http.Request, n int) {
		work(w, r, func() (any, error) { return deriveKey(n) })
	}))
	// Go has no block that could pin a goroutine: it just waits.
	mux.HandleFunc("GET /synchronized/{n}", number(func(w http.ResponseWriter, r *http.Request, n int) {
		work(w, r, func() (any, error) { time.Sleep(milliseconds(n)); return n, nil })
	}))
	mux.HandleFunc("GET /burn/{n}", number(func(w http.ResponseWriter, r *http.Request, n int) {
		work(w, r, func() (any, error) { burn(milliseconds(n)); return n, nil })
	}))
	return mux
}

// sizes of the five small files, one after the other.
func (s *server) sizes(w http.ResponseWriter, r *http.Request) {
	id := idOf(r)
	var results []sealed
	for piece, file := range s.small {
		info, err := os.Stat(file)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		results = append(results, seal(id, piece, info.Size()))
	}
	reply(w, answerOf(id, results))
}

// delays waits for five delays at once, each in a goroutine of its own.
func delays(w http.ResponseWriter, r *http.Request) {
	id := idOf(r)
	waits := delaysOf(id)
	results := make([]sealed, len(waits))
	var all sync.WaitGroup
	for piece, wait := range waits {
		all.Add(1)
		go func() {
			defer all.Done()
			time.Sleep(wait)
			results[piece] = seal(id, piece, piece+1)
		}()
	}
	all.Wait()
	reply(w, answerOf(id, results))
}

func factsNow() facts {
	f := facts{
		Platform:   "go",
		Version:    strings.TrimPrefix(runtime.Version(), "go"),
		Processors: runtime.NumCPU(),
		GC:         "concurrent mark-sweep",
		GoMaxProcs: runtime.GOMAXPROCS(0),
	}
	const noLimit = 1<<63 - 1
	if limit := debug.SetMemoryLimit(-1); limit != noLimit {
		f.HeapMax = &limit
	}
	if tasks, err := os.ReadDir("/proc/self/task"); err == nil {
		count := len(tasks)
		f.Threads = &count
	}
	return f
}

func main() {
	host := flag.String("host", "127.0.0.1", "where it listens")
	port := flag.Int("port", 8080, "where it listens")
	data := flag.String("data", "data", "folder of its files, which it writes")
	lines := flag.Int("lines", 30_000, "lines of the large file")
	flag.Parse()
	s, err := newServer(*data, *lines)
	if err != nil {
		log.Fatal(err)
	}
	log.Fatal(http.ListenAndServe(net.JoinHostPort(*host, strconv.Itoa(*port)), s.routes()))
}
