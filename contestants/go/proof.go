package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"time"
)

// sealed is the result of one piece of a request. Opened with the id of another request it is noise, so an answer that
// mixes up results cannot prove itself.
type sealed struct {
	value any
	seal  [sha256.Size]byte
}

func seal(id string, piece int, value any) sealed {
	return sealed{value, xor(digest(fmt.Sprint(value)), digest(pieceID(id, piece)))}
}

// answerOf makes of all results the key of the proof.
func answerOf(id string, results []sealed) answer {
	key := sha256.New()
	values := make([]any, 0, len(results))
	for piece, result := range results {
		opened := xor(result.seal, digest(pieceID(id, piece)))
		key.Write(opened[:])
		values = append(values, result.value)
	}
	proof := hmac.New(sha256.New, []byte(hex.EncodeToString(key.Sum(nil))))
	proof.Write([]byte(id))
	return answer{ID: id, Proof: hex.EncodeToString(proof.Sum(nil)), Results: values}
}

func pieceID(id string, piece int) string { return fmt.Sprintf("%s/%d", id, piece) }

func digest(text string) [sha256.Size]byte { return sha256.Sum256([]byte(text)) }

func xor(a, b [sha256.Size]byte) [sha256.Size]byte {
	var result [sha256.Size]byte
	for i := range a {
		result[i] = a[i] ^ b[i]
	}
	return result
}

const (
	delayCount = 5
	delayFrom  = 10
	delayTo    = 30
)

// delaysOf are whole milliseconds, drawn from the request's id, so that a client knows what its answer had to wait for.
func delaysOf(id string) []time.Duration {
	sum := digest(id)
	delays := make([]time.Duration, delayCount)
	for i := range delays {
		drawn := binary.BigEndian.Uint32(sum[4*i:])
		delays[i] = milliseconds(delayFrom + int(drawn%(delayTo-delayFrom+1)))
	}
	return delays
}
