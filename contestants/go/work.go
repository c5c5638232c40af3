package main

import (
	"crypto/pbkdf2"
	"crypto/sha512"
	"encoding/hex"
	"os"
	"strings"
	"time"
)

// countPrimes divides by every number up to the root. It divides numbers of 32 bits, as Java and V8 do.
func countPrimes(upTo int32) int {
	count := 0
	for n := int32(2); n <= upTo; n++ {
		isPrime := true
		for divisor := int32(2); divisor*divisor <= n; divisor++ {
			if n%divisor == 0 {
				isPrime = false
				break
			}
		}
		if isPrime {
			count++
		}
	}
	return count
}

const roundsPerUnit = 1000

// compute is a chain in which each round needs the one before: nothing of it can be left out.
func compute(units int) int32 {
	x := uint32(1)
	for range units * roundsPerUnit {
		x = (x^(x>>15))*2246822519 + 1
	}
	return int32(x)
}

// countWords reads the whole file.
func countWords(file string) (int, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	return len(strings.Fields(string(text))), nil
}

const (
	keyBytes   = 512
	shownBytes = 8
)

// deriveKey is PBKDF2 with HMAC-SHA512. It returns the first bytes of the key in hex.
func deriveKey(iterations int) (string, error) {
	key, err := pbkdf2.Key(sha512.New, "a", []byte("b"), iterations, keyBytes)
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(key[:shownBytes]), nil
}

// burn keeps the thread busy.
func burn(wait time.Duration) {
	for end := time.Now().Add(wait); time.Now().Before(end); {
	}
}
