import { h } from "vue";

// Tables shows the tables of some harbours, more of them at each click.
export const Tables = {
  data: () => ({ tables: [], shown: 3 }),
  async mounted() {
    document.title = "Tide tables";
    const answer = await fetch("api/tables.json");
    this.tables = await answer.json();
  },
  render() {
    return h("main", [
      h("h1", "Tide tables"),
      h("ul", this.tables.slice(0, this.shown).map((t) => h("li", [h("a", { href: `tables/${t.id}.html` }, t.harbour)]))),
      this.shown < this.tables.length && h("button", { id: "more", onClick: () => (this.shown += 3) }, "More"),
    ]);
  },
};

export const About = {
  render: () => h("main", [h("h1", "About the tables"), h("p", "Computed each morning.")]),
};
