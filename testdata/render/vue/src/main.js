import { createApp, h } from "vue";
import { createRouter, createWebHashHistory, RouterLink, RouterView } from "vue-router";
import { About, Tables } from "./pages.js";

const router = createRouter({
  history: createWebHashHistory(),
  routes: [
    { path: "/", component: Tables },
    { path: "/about", component: About },
    { path: "/:place(.*)*", component: { render: () => h("h1", "No such place") } },
  ],
});

const App = {
  render: () => [
    h("nav", [h(RouterLink, { to: "/" }, () => "Tables"), " ", h(RouterLink, { to: "/about" }, () => "About")]),
    h(RouterView),
  ],
};

createApp(App).use(router).mount("#app");
