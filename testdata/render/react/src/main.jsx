import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Navigate, Route, Routes, useParams } from "react-router";
import { Charts, Chart } from "./charts.jsx";
import { Filter, Harbour, NotFound, Tides } from "./pages.jsx";

function OldChart() {
  const { id } = useParams();
  return <Navigate to={`/chart/${id}`} replace />;
}

createRoot(document.getElementById("root")).render(
  <StrictMode>
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<Charts />} />
        <Route path="/chart/:id" element={<Chart />} />
        <Route path="/old-chart/:id" element={<OldChart />} />
        <Route path="/tides" element={<Tides />} />
        <Route path="/harbour" element={<Harbour />} />
        <Route path="/filter" element={<Filter />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </BrowserRouter>
  </StrictMode>,
);
