import { useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";

// NotFound is what the program shows for an address it does not know; the
// server has answered 200 by then.
export function NotFound() {
  return (
    <main>
      <title>Not found</title>
      <h1>There is no such page</h1>
    </main>
  );
}

// Tides computes for two seconds, as pages with timers do.
export function Tides() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), 2000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main>
      <title>Tides</title>
      <h1>Tides</h1>
      {ready ? <Link to="/chart/3">High water at four</Link> : <p>Computing</p>}
    </main>
  );
}

// Harbour leads on by script alone: no link names where.
export function Harbour() {
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => navigate("/filter?depth=5"), 100);
    return () => clearTimeout(timer);
  }, [navigate]);
  return <p>The harbour master is called</p>;
}

export function Filter() {
  return (
    <main>
      <title>Berths</title>
      <h1>Berths of five metres</h1>
      <Link to="/chart/7">Approach</Link>
    </main>
  );
}
