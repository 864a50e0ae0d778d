// Package driver is shared by the driver programs: it has the protocol on their standard streams, the records, the pacing of
// sends, and the counters. docs/clients.md describes the protocol.
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

// Request is a line of a driver's input. The type determines which fields are set.
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

// RecordsRequest defines which records of the file are sent: From, From + Step, ..., modulo the number of records.
type RecordsRequest struct {
	Path string `json:"path"`
	From int64  `json:"from"`
	Step int64  `json:"step"`
}

// Pace defines when the k-th record is due: (Turn + k * Turns) / RecordsPerSecond after the start, or by a file of
// nanoseconds that repeats every PassNanos. Without either, each record is sent as soon as the call for the previous one returns.
type Pace struct {
	RecordsPerSecond float64 `json:"recordsPerSecond"`
	Turn             int64   `json:"turn"`
	Turns            int64   `json:"turns"`
	DuePath          string  `json:"duePath"`
	PassNanos        int64   `json:"passNanos"`
}

// Ready is the answer to "produce" and "consume".
type Ready struct {
	Type       string         `json:"type"`
	Partitions map[string]int `json:"partitions"`
}

// Failed is the last message of a driver that fails.
type Failed struct {
	Type   string `json:"type"`
	Reason string `json:"reason"`
}

// Counts are the totals so far.
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
	// LatestNanos are the latencies since the previous counts; absent unless the load requested them.
	LatestNanos *[][2]int64 `json:"latestNanos,omitempty"`
}

// ErrorCount is an error message of the library, and how often it occurred.
type ErrorCount struct {
	Name  string `json:"name"`
	Count int64  `json:"count"`
}

// Result is the answer to "finish", after every record was acknowledged or has failed.
type Result struct {
	Counts
	Errors          []ErrorCount `json:"errors"`
	SendNanos       [][2]int64   `json:"sendNanos"`
	AcknowledgeNano [][2]int64   `json:"acknowledgeNanos"`
	NeverSentNanos  [][2]int64   `json:"neverSentNanos"`
}

// Consumed is the answer to "counts" and "finish" for a consumer.
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
