package consult

import (
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/portolan-seo/portolan/cmd/internal/console"
	"github.com/portolan-seo/portolan/cmd/internal/exit"
	"github.com/portolan-seo/portolan/cmd/internal/spelling"
	"github.com/portolan-seo/portolan/crawler/diff/show"
	"github.com/portolan-seo/portolan/crawler/site/handover"
	"github.com/portolan-seo/portolan/crawler/site/query"
)

// schema is what is said of JSON in JSON Schema, draft 2020-12.
type schema map[string]any

// schemas make those of the types of lines. They are made of what writes the
// lines, so that they cannot differ.
var schemas = map[string]func(name string) schema{
	"url":      func(name string) schema { return columnsSchema(name, query.URLColumns()) },
	"link":     func(name string) schema { return columnsSchema(name, query.LinkColumns()) },
	"finding":  ofType(query.FindingShape[*string]{}),
	"change":   ofType(show.Change{}),
	"cause":    ofType(query.CauseShape{}),
	"findings": ofType(query.Counted{}),
	"run":      ofType(handover.Run{}),
	"summary":  ofType(handover.Summary{}),
}

func ofType(shape any) func(string) schema {
	return func(name string) schema { return typeSchema(name, shape) }
}

func schemaTypes() (names []string) {
	for name := range schemas {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func Schema(p *console.Program) *cobra.Command {
	return &cobra.Command{
		Use:   "schema TYPE",
		Short: "Print the JSON Schema of a line of JSON that portolan prints",
		Long: `Print the JSON Schema (draft 2020-12) of a type of lines that portolan prints with
--json, --format jsonl, and into report.jsonl: the value of their "type".
Fields may be added, none is taken away or changes its meaning.

Types: ` + strings.Join(schemaTypes(), ", "),
		Example:   "  portolan schema url\n  portolan schema finding > finding.schema.json",
		ValidArgs: schemaTypes(),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.Usagef("schema wants a type: %s", strings.Join(schemaTypes(), ", "))
			}
			if _, known := schemas[args[0]]; !known {
				return exit.Usagef("there is no type %q; types are %s%s", args[0], strings.Join(schemaTypes(), ", "), spelling.DidYouMean(args[0], "", schemaTypes()))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			return p.PrintJSON(schemas[args[0]](args[0]))
		},
	}
}

// columnsSchema describes rows: of lists, which have the columns that were asked
// for, each under its name; and of report.jsonl, which has all of them, some in an
// object, and what the user's own expressions take, too.
func columnsSchema[T any](kind string, table query.Table[T]) schema {
	fields := schema{"type": schema{"const": kind}, "raw_b64": schema{
		"type": "object", "additionalProperties": schema{"type": "string", "contentEncoding": "base64"}, "description": "the bytes of texts that are no UTF-8",
	}}
	for _, c := range table {
		of := schema{"type": []string{"string", "null"}}
		switch {
		case c.Shapes != nil:
			of = schema{"type": "array", "items": schemaOf(reflect.TypeOf(c.Shape))}
		case c.Many:
			of = schema{"type": "array", "items": schema{"type": "string"}}
		case c.Number:
			of["type"] = []string{"number", "null"}
		}
		of["description"] = c.Words
		in, key := c.Path()
		if in == "" {
			fields[key] = of
			continue
		}
		object, known := fields[in].(schema)
		if !known {
			object = schema{"type": []string{"object", "null"}, "properties": schema{}}
			fields[in] = object
		}
		object["properties"].(schema)[key] = of
		if c.Name != in {
			fields[c.Name] = of
			continue
		}
		object["type"] = []string{"object", "string", "null"}
		object["description"] = "in report.jsonl an object; in lists its " + key + " alone: " + c.Words
	}
	return objectSchema(kind, fields, []string{"type"})
}

// typeSchema describes objects that are made of a Go value.
func typeSchema(kind string, value any) schema {
	fields, required := fieldsOf(reflect.TypeOf(value))
	fields["type"] = schema{"const": kind}
	return objectSchema(kind, fields, required)
}

func objectSchema(kind string, fields schema, required []string) schema {
	return schema{
		"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "portolan " + kind, "type": "object", "properties": fields, "required": required,
	}
}

func fieldsOf(t reflect.Type) (fields schema, required []string) {
	fields = schema{}
	for f := range t.Fields() {
		name, option, _ := strings.Cut(f.Tag.Get("json"), ",")
		fields[name] = schemaOf(f.Type)
		if option != "omitempty" {
			required = append(required, name)
		}
	}
	return fields, required
}

func schemaOf(t reflect.Type) schema {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return schema{"type": "string", "format": "date-time"}
	case t.Kind() == reflect.Pointer:
		of := schemaOf(t.Elem())
		of["type"] = []any{of["type"], "null"}
		return of
	}
	switch t.Kind() {
	case reflect.Bool:
		return schema{"type": "boolean"}
	case reflect.Int, reflect.Int64:
		return schema{"type": "integer"}
	case reflect.Float64:
		return schema{"type": "number"}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return schema{"type": "string", "contentEncoding": "base64"}
		}
		return schema{"type": "array", "items": schemaOf(t.Elem())}
	case reflect.Map:
		return schema{"type": "object", "additionalProperties": schemaOf(t.Elem())}
	case reflect.Struct:
		fields, required := fieldsOf(t)
		return schema{"type": "object", "properties": fields, "required": required}
	}
	return schema{"type": "string"}
}
