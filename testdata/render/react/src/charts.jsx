import { useEffect, useRef, useState } from "react";
import { Link, useParams } from "react-router";
import { useJSON } from "./api.js";
import { NotFound } from "./pages.jsx";

const perLook = 10;

// Charts lists the first charts, further ones when the end comes into view or
// the button is clicked.
export function Charts() {
  const charts = useJSON("/api/charts.json");
  const [shown, setShown] = useState(perLook);
  const end = useRef(null);
  useEffect(() => {
    if (!charts) return;
    const watch = new IntersectionObserver((seen) => {
      if (seen.some((e) => e.isIntersecting)) setShown((n) => n + perLook);
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [charts, shown]);
  if (!charts) return <p>Loading</p>;
  return (
    <main>
      <title>Charts of the northern coast</title>
      <h1>Charts of the northern coast</h1>
      <ul>
        {charts.slice(0, shown).map((c) => (
          <li key={c.id} style={{ height: 120 }}>
            <Link to={`/chart/${c.id}`}>{c.name}</Link> <small>{c.scale}</small>
          </li>
        ))}
      </ul>
      {shown < charts.length && (
        <button className="more" onClick={() => setShown((n) => n + perLook)}>
          More charts
        </button>
      )}
      <div ref={end} />
      <nav>
        <Link to="/tides">Tides</Link> <Link to="/harbour">Harbour</Link> <Link to="/nowhere">Nowhere</Link>
      </nav>
    </main>
  );
}

// Chart is one chart: its head is set by the script alone.
export function Chart() {
  const { id } = useParams();
  const chart = useJSON(`/api/chart-${id}.json`);
  if (!chart) return <p>Loading</p>;
  if (chart.missing) return <NotFound />;
  return (
    <main>
      <title>{chart.name}</title>
      <meta name="description" content={`The chart ${chart.name} at ${chart.scale}`} />
      <link rel="canonical" href={`https://charts.example/chart/${chart.of ?? id}`} />
      {chart.withdrawn && <meta name="robots" content="noindex" />}
      <h1>{chart.name}</h1>
      <p>{chart.text}</p>
      {chart.next && <Link to={`/chart/${chart.next}`}>Next sheet</Link>}
      <Link to="/">All charts</Link>
    </main>
  );
}
