import { useEffect, useState } from "react";

// useJSON gives what a file of the interface holds, null until it is there.
export function useJSON(path) {
  const [data, setData] = useState(null);
  useEffect(() => {
    let gone = false;
    fetch(path)
      .then((answer) => (answer.ok ? answer.json() : { missing: true }))
      .then((value) => gone || setData(value));
    return () => {
      gone = true;
    };
  }, [path]);
  return data;
}
