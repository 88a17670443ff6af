package sqlite

import (
	"context"
	"maps"
	"slices"

	"github.com/portolan-seo/portolan/frontier"
	"github.com/portolan-seo/portolan/frontier/canonical"
)

// appendFacts inserts what a batch says of the site as a whole.
func (s *Store) appendFacts(b *frontier.Batch) error {
	for _, r := range b.Rules {
		if err := s.inserts.rule.add(nil, r.Host, string(r.Kind), r.Name, r.Path, r.Value, r.Proof, milli(r.Time)); err != nil {
			return err
		}
	}
	if err := s.appendFolds(b.Folds); err != nil {
		return err
	}
	for _, r := range b.Robots {
		if err := s.inserts.robots.add(nil, r.Origin, int64(r.Status), milli(r.FetchedAt), blob(r.Body), r.Note); err != nil {
			return err
		}
	}
	for _, m := range b.Measures {
		if err := s.inserts.measure.add(m.URL, m.Source, m.Facts); err != nil {
			return err
		}
	}
	if len(b.Rendered) > 0 && s.meta[metaLinked] != "" { // they bring links
		if err := s.inserts.meta.add(metaLinked, ""); err != nil {
			return err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(b.Meta)) {
		if err := s.inserts.meta.add(key, b.Meta[key]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) appendFolds(folds []frontier.Fold) error {
	sums := s.scratch.folds.merge(folds)
	for i := range sums {
		if err := s.appendFold(&sums[i]); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) appendFold(f *frontier.Fold) error {
	if err := s.inserts.fold.add(f.Host, f.Kind, f.Name, int64(f.Count)); err != nil {
		return err
	}
	key := foldKey{f.Host, f.Kind, f.Name}
	if len(f.Examples) == 0 || s.exampled[key] {
		return nil
	}
	have, err := s.examples(f)
	if err != nil {
		return err
	}
	for _, e := range f.Examples {
		if len(have) == frontier.MaxExamples {
			break
		}
		if slices.Contains(have, e) {
			continue
		}
		if err := s.inserts.example.add(f.Host, f.Kind, f.Name, int64(len(have)), e); err != nil {
			return err
		}
		have = append(have, e)
	}
	if len(have) == frontier.MaxExamples && len(s.exampled) < maxExampled {
		s.exampled[key] = true
	}
	return nil
}

func (s *Store) examples(f *frontier.Fold) ([]string, error) {
	rows, err := s.writer.QueryContext(context.Background(),
		"SELECT spelling FROM fold_example WHERE host=? AND kind=? AND name=? ORDER BY n", f.Host, f.Kind, f.Name)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var have []string
	for rows.Next() {
		var e textCol
		if err := rows.Scan(&e); err != nil {
			return nil, err
		}
		have = append(have, string(e))
	}
	return have, rows.Err()
}

// readFacts reads what is held in memory from the start: meta and rules.
func (s *Store) readFacts() error {
	ctx := context.Background()
	s.meta, s.rules = map[string]string{}, nil
	err := each(ctx, s.readers, "SELECT key, value FROM meta", func(scan func(...any) error) error {
		var key string
		var value []byte
		if err := scan(&key, &value); err != nil {
			return err
		}
		switch key {
		case metaKey:
			copy(s.key[:], value)
		default:
			s.meta[key] = string(value)
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.k0, s.k1 = sipKey(s.key)
	s.texts = newTextHash(s.k0, s.k1)
	if err := s.readers.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM rendered)").Scan(&s.anyRendered); err != nil {
		return err
	}
	return each(ctx, s.readers, "SELECT host, kind, name, path, value, proof, time FROM rule ORDER BY n", func(scan func(...any) error) error {
		var r canonical.Rule
		var kind string
		var at intCol
		if err := scan(&r.Host, &kind, &r.Name, &r.Path, &r.Value, &r.Proof, &at); err != nil {
			return err
		}
		r.Kind, r.Time = canonical.RuleKind(kind), at.time()
		s.rules = append(s.rules, r)
		return nil
	})
}

// Meta implements frontier.Frontier and frontier.Crawl.
func (s *Store) Meta(key string) string { return s.meta[key] }

// Rules implements frontier.Frontier and frontier.Crawl.
func (s *Store) Rules() []canonical.Rule { return slices.Clone(s.rules) }

// Folds implements frontier.Crawl.
func (s *Store) Folds() ([]frontier.Fold, error) {
	var folds []frontier.Fold
	ctx := context.Background()
	err := each(ctx, s.readers, "SELECT host, kind, name, sum(count) FROM fold GROUP BY host, kind, name ORDER BY host, kind, name", func(scan func(...any) error) error {
		var f frontier.Fold
		if err := scan(&f.Host, &f.Kind, &f.Name, &f.Count); err != nil {
			return err
		}
		folds = append(folds, f)
		return nil
	})
	at := 0
	if err == nil {
		err = each(ctx, s.readers, "SELECT host, kind, name, spelling FROM fold_example ORDER BY host, kind, name, n", func(scan func(...any) error) error {
			var f frontier.Fold
			var spelling string
			if err := scan(&f.Host, &f.Kind, &f.Name, &spelling); err != nil {
				return err
			}
			for at < len(folds) && (folds[at].Host != f.Host || folds[at].Kind != f.Kind || folds[at].Name != f.Name) {
				at++
			}
			if at == len(folds) {
				return ErrDamaged
			}
			folds[at].Examples = append(folds[at].Examples, spelling)
			return nil
		})
	}
	return folds, s.readError("folded spellings", err)
}

// Robots implements frontier.Crawl.
func (s *Store) Robots() ([]frontier.RobotsFile, error) {
	var files []frontier.RobotsFile
	err := each(context.Background(), s.readers, "SELECT origin, status, fetched_at, body, note FROM robots ORDER BY n", func(scan func(...any) error) error {
		var r frontier.RobotsFile
		var at intCol
		if err := scan(&r.Origin, &r.Status, &at, (*blobCol)(&r.Body), &r.Note); err != nil {
			return err
		}
		r.FetchedAt = at.time()
		files = append(files, r)
		return nil
	})
	return files, s.readError("robots.txt files", err)
}
