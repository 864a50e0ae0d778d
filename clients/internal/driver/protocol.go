// Package driver is what the driver programs share: the protocol on their standard streams, the records, the pace at
// which they are sent, and what is counted. docs/clients.md describes the protocol.
package driver

import "encoding/json"

// ProtocolVersion is announced in the first line.
const ProtocolVersion = 1

// Hello is the first line of a driver's output.
type Hello struct {
	Type     string   `json:"type"`
	Protocol int      `json:"protocol"`
	Client   string   `json:"client"`
	Version  string   `json:"version"`
	Binding  string   `json:"binding"`
	Runtime  string   `json:"runtime"`
	Roles    []string `json:"roles"`
}

// Request is a line of a driver's input. Which fields are set depends on the type.
type Request struct {
	CodecRequest
	Type          string            `json:"type"`
	Bootstrap     string            `json:"bootstrap"`
	Topics        []string          `json:"topics"`
	Settings      map[string]string `json:"settings"`
	Records       RecordsRequest    `json:"records"`
	Pace          Pace              `json:"pace"`
	Threads       int               `json:"threads"`
	Limit         int64             `json:"limit"`
	LateNanos     int64             `json:"lateNanos"`
	TimeoutMillis int64             `json:"timeoutMillis"`
	AtEpochNanos  int64             `json:"atEpochNanos"`
	Latest        bool              `json:"latest"`
}

// RecordsRequest says which records of the file are sent: From, From + Step, ..., modulo their number.
type RecordsRequest struct {
	Path string `json:"path"`
	From int64  `json:"from"`
	Step int64  `json:"step"`
}

// Pace says when the k-th record is due: (Turn + k * Turns) / RecordsPerSecond after the start, or by a file of
// nanoseconds that repeats every PassNanos. Without either, each is sent once the one before was handed over.
type Pace struct {
	RecordsPerSecond float64 `json:"recordsPerSecond"`
	Turn             int64   `json:"turn"`
	Turns            int64   `json:"turns"`
	DuePath          string  `json:"duePath"`
	PassNanos        int64   `json:"passNanos"`
}

// Ready answers "produce" and "consume".
type Ready struct {
	Type       string         `json:"type"`
	Partitions map[string]int `json:"partitions"`
}

// Failed ends a driver.
type Failed struct {
	Type   string `json:"type"`
	Reason string `json:"reason"`
}

// Counts are what was done so far.
type Counts struct {
	Type              string `json:"type"`
	Sent              int64  `json:"sent"`
	Acknowledged      int64  `json:"acknowledged"`
	AcknowledgedBytes int64  `json:"acknowledgedBytes"`
	EncodedBytes      int64  `json:"encodedBytes"`
	MarkSum           int64  `json:"markSum"`
	Failed            int64  `json:"failed"`
	Blocked           int64  `json:"blocked"`
	BlockedNanos      int64  `json:"blockedNanos"`
	Late              int64  `json:"late"`
	MaxLateNanos      int64  `json:"maxLateNanos"`
	BegunPartitions   int    `json:"begunPartitions"`
	Sending           bool   `json:"sending"`
	CPUNanos          int64  `json:"cpuNanos"`
	// LatestNanos are the latencies since the counts before these; absent where the load did not ask for them.
	LatestNanos *[][2]int64 `json:"latestNanos,omitempty"`
}

// ErrorCount is a failure in the library's words.
type ErrorCount struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// Result answers "finish" after everything was acknowledged or given up.
type Result struct {
	Counts
	Errors          []ErrorCount `json:"errors"`
	SendNanos       [][2]int64   `json:"sendNanos"`
	AcknowledgeNano [][2]int64   `json:"acknowledgeNanos"`
	NeverSentNanos  [][2]int64   `json:"neverSentNanos"`
}

// Consumed answers "counts" and "finish" of a consumer.
type Consumed struct {
	Type       string       `json:"type"`
	Records    int64        `json:"records"`
	Bytes      int64        `json:"bytes"`
	Disordered int64        `json:"disordered"`
	CPUNanos   int64        `json:"cpuNanos"`
	Errors     []ErrorCount `json:"errors"`
}

func line(message any) []byte {
	bytes, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	return append(bytes, '\n')
}
