package sqlite

// older holds, for each earlier version of the crawl file that can be read,
// what makes its tables look like those of today: temporary views that stand
// before them. What a version did not note yet is NULL, or no row. An entry is
// added with each new version, and the others then lead to that one, too.
var older = map[uint32][]string{
	// The first version that is kept readable. Its numbers of the listed
	// verdicts were lower.
	3: {
		pageOfFour, noMeasures, noRendered, noFindings,
		"CREATE TEMP VIEW reached AS SELECT NULL AS id, NULL AS depth, NULL AS via WHERE false",
		"CREATE TEMP VIEW rank AS SELECT NULL AS n, NULL AS rank, NULL AS ids WHERE false",
		"CREATE TEMP VIEW verdict AS SELECT id, iif(code IN (42, 43), code + 20, code) AS code, also, target, NULL AS view FROM main.verdict",
		`CREATE TEMP VIEW codes AS SELECT id >> 16 AS chunk, unhex(group_concat(printf('%02x', code), '' ORDER BY id)) AS codes
			FROM verdict GROUP BY id >> 16`,
	},
	// Its pages had no checksums.
	4: {pageOfFour, noMeasures, noRendered, noFindings, noViews},
	// Pages had no hash of their content.
	5: {"CREATE TEMP VIEW page AS SELECT *, " + noContent + ", " + noHistory + ", " + noArticle + " FROM main.page", noMeasures, noRendered, noFindings, noViews},
	// Pages were not compared with those of the crawl before.
	6: {"CREATE TEMP VIEW page AS SELECT *, " + noHistory + ", " + noArticle + " FROM main.page", noMeasures, noRendered, noFindings, noViews},
	// What sources measure was not kept.
	7: {"CREATE TEMP VIEW page AS SELECT *, " + noArticle + " FROM main.page", noMeasures, noRendered, noFindings, noViews},
	// Where in a page its links stand was not noted.
	8: {"CREATE TEMP VIEW page AS SELECT *, " + noArticle + " FROM main.page", noRendered, noFindings, noViews},
	// Pages did not say what they are as articles.
	9: {"CREATE TEMP VIEW page AS SELECT *, " + noArticle + " FROM main.page", noRendered, noFindings, noViews},
	// Scripts were not run.
	10: {"CREATE TEMP VIEW page AS SELECT *, " + noNotes + " FROM main.page", noRendered, noFindings, noViews},
	// Where in a page something is wrong was not noted.
	11: {"CREATE TEMP VIEW page AS SELECT *, " + noNotes + " FROM main.page", "CREATE TEMP VIEW rendered AS SELECT *, " + noNotes + " FROM main.rendered", noFindings, noViews},
	// Findings were not kept.
	12: {extractedPage, extractedRendered, noFindings, noViews},
	// Nothing was taken of pages by the user's own expressions.
	13: {extractedPage, extractedRendered, noViews},
	// Whole texts were not compared.
	14: {"CREATE TEMP VIEW page AS SELECT *, " + noPrint + " FROM main.page", "CREATE TEMP VIEW rendered AS SELECT *, " + noPrint + " FROM main.rendered", noViews},
	// Places to which fragments lead were not noted.
	15: {"CREATE TEMP VIEW page AS SELECT *, " + noPlaces + " FROM main.page", "CREATE TEMP VIEW rendered AS SELECT *, " + noPlaces + " FROM main.rendered", noViews},
	// What views of pages are views of was not kept.
	16: {noViews},
}

const (
	noContent  = "NULL AS content, NULL AS content_own"
	noMeasures = "CREATE TEMP VIEW measure AS SELECT NULL AS url, NULL AS source, NULL AS facts WHERE false"
	noArticle  = "NULL AS article, " + noNotes
	noNotes    = "NULL AS notes, " + noExtract
	noExtract  = "NULL AS extracted, " + noPrint
	noPrint    = "NULL AS print, " + noPlaces
	noPlaces   = "NULL AS places"
	noFindings = "CREATE TEMP VIEW finding AS SELECT NULL AS n WHERE false"
	noViews    = "CREATE TEMP VIEW verdict AS SELECT *, NULL AS view FROM main.verdict"

	extractedPage     = "CREATE TEMP VIEW page AS SELECT *, " + noExtract + " FROM main.page"
	extractedRendered = "CREATE TEMP VIEW rendered AS SELECT *, " + noExtract + " FROM main.rendered"

	noRendered = "CREATE TEMP VIEW rendered AS SELECT NULL AS id, NULL AS failure WHERE false"
	noHistory  = "NULL AS read_at, NULL AS changed_at"
	pageOfFour = "CREATE TEMP VIEW page AS SELECT *, NULL AS links_cut, " + noContent + ", " + noHistory + ", " + noArticle + " FROM main.page"
)
