package ci

import (
	"io"

	"github.com/portolan-seo/portolan/crawler/audit/findings"
)

// What is written of SARIF 2.1.0
// (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html).
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string      `json:"id"`
		Short   sarifText   `json:"shortDescription"`
		Full    sarifText   `json:"fullDescription"`
		Help    sarifText   `json:"help"`
		Default sarifConfig `json:"defaultConfiguration"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifConfig struct {
		Level string `json:"level"`
	}
	sarifInvocation struct {
		Successful    bool          `json:"executionSuccessful"`
		Began         string        `json:"startTimeUtc"`
		Notifications []sarifNotice `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotice struct {
		Level string    `json:"level"`
		Text  sarifText `json:"message"`
	}
	sarifResult struct {
		Rule         string            `json:"ruleId"`
		Index        int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		Request      *sarifRequest     `json:"webRequest,omitempty"`
		Occurrences  int               `json:"occurrenceCount"`
		Baseline     string            `json:"baselineState,omitempty"` // where there is one
	}
	sarifRequest struct {
		Target string `json:"target"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		Line int `json:"startLine"`
	}
)

var sarifLevels = [...]string{findings.Error: "error", findings.Warning: "warning", findings.Notice: "note"}

// sarif writes one run. Locations are relative, since GitHub refuses a file with
// others; webRequest has the URL.
func (r *Run) sarif(to io.Writer) error {
	run := sarifRun{
		Tool:    sarifTool{sarifDriver{Name: "portolan", Version: r.Version}},
		Results: []sarifResult{}, Invocations: []sarifInvocation{{Successful: true, Began: r.Began.UTC().Format("2006-01-02T15:04:05Z")}},
	}
	if r.Incomplete != "" {
		run.Invocations[0].Notifications = []sarifNotice{{"warning", sarifText{"The crawl has not seen the whole site: " + r.Incomplete}}}
	}
	places := map[string]int{}
	for i, rule := range r.rules() {
		places[rule.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			rule.ID, sarifText{rule.Title}, sarifText{rule.Text()}, sarifText{advice(rule)}, sarifConfig{sarifLevels[rule.Severity]},
		})
	}
	for _, c := range r.fired() {
		found := r.of(c.Rule.ID)
		for i := range found {
			run.Results = append(run.Results, r.result(&c, &found[i], places[c.Rule.ID]))
		}
		if more := c.N - len(found); more > 0 {
			rest := r.result(&c, &Found{Severity: c.Severity, Detail: "further pages with the same"}, places[c.Rule.ID])
			rest.Occurrences = more
			rest.Fingerprints = map[string]string{lineHash: (&Found{URL: "rest"}).fingerprint(c.Rule.ID)}
			run.Results = append(run.Results, rest)
		}
	}
	return writeJSON(to, sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}})
}

// lineHash is the one fingerprint by which GitHub knows a result again.
const lineHash = "primaryLocationLineHash"

func (r *Run) result(c *findings.Count, f *Found, place int) sarifResult {
	result := sarifResult{
		Rule: c.Rule.ID, Index: place, Level: sarifLevels[f.Severity], Message: sarifText{c.Rule.Title + ": " + f.subject(r) + ": " + f.text()},
		Locations:    []sarifLocation{{sarifPhysical{sarifArtifact{pathOf(f.subject(r))}, sarifRegion{1}}}},
		Fingerprints: map[string]string{lineHash: f.fingerprint(c.Rule.ID)}, Occurrences: 1,
	}
	if r.New {
		result.Baseline = "new"
	}
	if isWeb(f.URL) {
		result.Request = &sarifRequest{f.URL}
	}
	return result
}
