// The document as it is, at most MAX characters of it; with shadow trees in
// the places where they are seen.
((max) => {
  const getter = (proto, name) => {
    const get = Object.getOwnPropertyDescriptor(proto, name).get;
    return (of) => get.call(of);
  };
  const root = getter(Document.prototype, "documentElement")(document);
  if (!root) return { html: "", truncated: false, hashes: [] };
  const all = Array.from(Document.prototype.querySelectorAll.call(document, "*"));
  const shadowOf = getter(Element.prototype, "shadowRoot");

  const here = location.href.split("#")[0];
  const hashes = new Set();
  for (const link of Document.prototype.querySelectorAll.call(document, "a[href*='#']")) {
    const hash = link.hash || "";
    if (hashes.size < 20 && /^#[/!]/.test(hash) && link.href.split("#")[0] === here) hashes.add(hash);
  }

  // flat writes a document whose elements have shadow trees.
  const flat = () => {
    const nameOf = getter(Element.prototype, "localName");
    const attributesOf = getter(Element.prototype, "attributes");
    const childrenOf = getter(Node.prototype, "childNodes");
    const typeOf = getter(Node.prototype, "nodeType");
    const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
    const raw = new Set("style script xmp iframe noembed noframes plaintext noscript".split(" "));
    const escapes = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\u00a0": "&nbsp;" };
    const escape = (text, what) => text.replace(what, (c) => escapes[c]);
    const parts = [];
    let size = 0;
    const put = (text) => {
      parts.push(text);
      size += text.length;
    };
    const write = (node, inRaw) => {
      if (size > max) return;
      const type = typeOf(node);
      if (type === Node.TEXT_NODE) put(inRaw ? node.data : escape(node.data, /[&<>\u00a0]/g));
      if (type !== Node.ELEMENT_NODE) return;
      const name = nameOf(node);
      if (name === "slot" && node.getRootNode() instanceof ShadowRoot) {
        const assigned = HTMLSlotElement.prototype.assignedNodes.call(node);
        for (const child of assigned.length ? assigned : childrenOf(node)) write(child, false);
        return;
      }
      put("<" + name);
      for (const a of attributesOf(node)) put(` ${a.name}="${escape(a.value, /[&"\u00a0]/g)}"`);
      put(">");
      if (empty.has(name)) return;
      const within = shadowOf(node) || (node instanceof HTMLTemplateElement ? node.content : node);
      for (const child of childrenOf(within)) write(child, raw.has(name));
      put(`</${name}>`);
    };
    write(root, false);
    return parts.join("");
  };

  let html;
  try {
    html = all.some(shadowOf) ? flat() : getter(Element.prototype, "outerHTML")(root);
  } catch {
    html = getter(Element.prototype, "outerHTML")(root); // nested too deep to be written here
  }
  const doctype = getter(Document.prototype, "doctype")(document) ? "<!DOCTYPE html>" : "";
  return { html: doctype + html.slice(0, max), truncated: html.length > max, hashes: [...hashes] };
})(MAX)
