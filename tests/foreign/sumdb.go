// Command sumdb judges a published log by golang.org/x/mod/sumdb, the packages by which Go checks its own log of modules.
//
//	sumdb FOLDER LOG-VKEY [WITNESS-VKEY ...]            the checkpoint, each signature on it, and every tile
//	sumdb consistency PROOF OLD-CHECKPOINT LOG-VKEY     that the newer tree begins with the older
//	sumdb inclusion PROOF ENTRY LOG-VKEY                that the tree has an entry, whose bytes are in a file
//
// It prints who signed and how large the tree is, or fails.
package main

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

const tileHeight = 8

// cosigner verifies cosignature/v1 lines (C2SP tlog-cosignature), which these packages take by note.Verifier.
type cosigner struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (c *cosigner) Name() string    { return c.name }
func (c *cosigner) KeyHash() uint32 { return c.hash }
func (c *cosigner) Verify(text, signature []byte) bool {
	if len(signature) != 8+ed25519.SignatureSize {
		return false
	}
	signed := fmt.Sprintf("cosignature/v1\ntime %d\n%s", binary.BigEndian.Uint64(signature), text)
	return ed25519.Verify(c.key, []byte(signed), signature[8:])
}

func newCosigner(vkey string) (note.Verifier, error) {
	name, rest, _ := strings.Cut(vkey, "+")
	id, encoded, _ := strings.Cut(rest, "+")
	hash, err := hex.DecodeString(id)
	if err != nil || len(hash) != 4 {
		return nil, errors.New("malformed key id")
	}
	key, err := base64.StdEncoding.DecodeString(encoded)
	if err != nil || len(key) != 1+ed25519.PublicKeySize || key[0] != 4 {
		return nil, errors.New("malformed cosigner")
	}
	return &cosigner{name, binary.BigEndian.Uint32(hash), key[1:]}, nil
}

// tiles reads ours, whose paths do not name the height.
type tiles struct{ folder string }

func (t tiles) Height() int                    { return tileHeight }
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var read [][]byte
	for _, tile := range wanted {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		content, err := os.ReadFile(filepath.Join(t.folder, path))
		if errors.Is(err, os.ErrNotExist) {
			whole, _, _ := strings.Cut(path, ".p/")
			content, err = os.ReadFile(filepath.Join(t.folder, whole))
		}
		if err != nil {
			return nil, err
		}
		if len(content) < tile.W*tlog.HashSize {
			return nil, fmt.Errorf("%s is short", path)
		}
		read = append(read, content[:tile.W*tlog.HashSize])
	}
	return read, nil
}

func open(message []byte, vkeys ...string) (*note.Note, tlog.Tree, error) {
	verifiers := []note.Verifier{}
	for at, vkey := range vkeys {
		verifier, err := note.NewVerifier(vkey)
		if at > 0 {
			verifier, err = newCosigner(vkey)
		}
		if err != nil {
			return nil, tlog.Tree{}, err
		}
		verifiers = append(verifiers, verifier)
	}
	opened, err := note.Open(message, note.VerifierList(verifiers...))
	if err != nil {
		return nil, tlog.Tree{}, err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) < 4 || lines[0] != verifiers[0].Name() {
		return nil, tlog.Tree{}, errors.New("no checkpoint of this log")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return nil, tlog.Tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return opened, tlog.Tree{N: size, Hash: root}, err
}

func judgeFolder(folder string, vkeys []string) error {
	message, err := os.ReadFile(filepath.Join(folder, "checkpoint"))
	if err != nil {
		return err
	}
	opened, tree, err := open(message, vkeys...)
	if err != nil {
		return err
	}
	if err := judgeTiles(folder, tree); err != nil {
		return err
	}
	fmt.Printf("size %d\n", tree.N)
	for _, signature := range opened.Sigs {
		fmt.Printf("signed %s\n", signature.Name)
	}
	return nil
}

// judgeTiles computes the whole tree from the leaves. Reading alone is not enough: version 0.7 of these packages leaves out
// tiles that are full, where the newest subtrees lie together in one tile.
func judgeTiles(folder string, tree tlog.Tree) error {
	reader := tlog.TileHashReader(tree, tiles{folder})
	var indexes []int64
	for level := 0; tree.N>>(tileHeight*level) > 0; level++ {
		for n := int64(0); n < tree.N>>(tileHeight*level); n++ {
			indexes = append(indexes, tlog.StoredHashIndex(tileHeight*level, n))
		}
	}
	read, err := reader.ReadHashes(indexes)
	if err != nil {
		return err
	}
	var stored []tlog.Hash
	own := tlog.HashReaderFunc(func(wanted []int64) ([]tlog.Hash, error) {
		var found []tlog.Hash
		for _, index := range wanted {
			found = append(found, stored[index])
		}
		return found, nil
	})
	for n := int64(0); n < tree.N; n++ {
		hashes, err := tlog.StoredHashesForRecordHash(n, read[n], own)
		if err != nil {
			return err
		}
		stored = append(stored, hashes...)
	}
	root, err := tlog.TreeHash(tree.N, own)
	if err != nil {
		return err
	}
	if root != tree.Hash {
		return errors.New("the tiles have another root than the checkpoint")
	}
	for at, index := range indexes {
		if read[at] != stored[index] {
			return fmt.Errorf("the tile of hash %d is not what is below it", index)
		}
	}
	return nil
}

func judgeConsistency(proofFile, olderFile, vkey string) error {
	content, err := os.ReadFile(proofFile)
	if err != nil {
		return err
	}
	kept, err := os.ReadFile(olderFile)
	if err != nil {
		return err
	}
	head, message, _ := bytes.Cut(content, []byte("\n\n"))
	_, newer, err := open(message, vkey)
	if err != nil {
		return err
	}
	_, older, err := open(kept, vkey)
	if err != nil {
		return err
	}
	proof, err := hashes(strings.Split(string(head), "\n")[1:])
	if err != nil {
		return err
	}
	if err := tlog.CheckTree(proof, newer.N, newer.Hash, older.N, older.Hash); err != nil {
		return err
	}
	fmt.Printf("size %d continues %d\n", newer.N, older.N)
	return nil
}

func hashes(lines []string) ([]tlog.Hash, error) {
	var read []tlog.Hash
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		if err != nil {
			return nil, err
		}
		read = append(read, hash)
	}
	return read, nil
}

// judgeInclusion takes a C2SP tlog-proof: a line that says what it is, the index, the hashes, and a checkpoint.
func judgeInclusion(proofFile, entryFile, vkey string) error {
	content, err := os.ReadFile(proofFile)
	if err != nil {
		return err
	}
	entry, err := os.ReadFile(entryFile)
	if err != nil {
		return err
	}
	head, message, _ := bytes.Cut(content, []byte("\n\n"))
	_, tree, err := open(message, vkey)
	if err != nil {
		return err
	}
	lines := strings.Split(string(head), "\n")
	if len(lines) < 2 || lines[0] != "c2sp.org/tlog-proof@v1" || !strings.HasPrefix(lines[1], "index ") {
		return errors.New("no tlog-proof")
	}
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[1], "index "), 10, 64)
	if err != nil {
		return err
	}
	proof, err := hashes(lines[2:])
	if err != nil {
		return err
	}
	if err := tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(entry)); err != nil {
		return err
	}
	fmt.Printf("index %d of %d\n", index, tree.N)
	return nil
}

func main() {
	words, err := os.Args[1:], error(nil)
	if words[0] == "consistency" {
		err = judgeConsistency(words[1], words[2], words[3])
	} else if words[0] == "inclusion" {
		err = judgeInclusion(words[1], words[2], words[3])
	} else {
		err = judgeFolder(words[0], words[1:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
