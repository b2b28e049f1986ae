/**
 * A hundred texts that become a script wherever a page takes text for anything but text: as markup, an attribute, an address, a style, a
 * template, JSON in a script, a document of its own. Each would call `hit` with its number; none is longer than a name may be.
 */

import { seed, sized } from '../crash/size.ts';

type Payload = (hit: string) => string;

const elements: readonly Payload[] = [
  (hit) => `<script>${hit}</script>`,
  (hit) => `<SCRIPT>${hit}</SCRIPT>`,
  (hit) => `<scr<script>ipt>${hit}</scr</script>ipt>`,
  (hit) => `</script><script>${hit}</script>`,
  (hit) => `<script >${hit}</script >`,
  (hit) => `<script/x>${hit}</script>`,
  (hit) => `<svg><script>${hit}</script></svg>`,
  (hit) => `<svg><script href="data:,${hit}"/></svg>`,
  (hit) => `<script src="data:text/javascript,${hit}"></script>`,
  (hit) => `<script type=module>${hit}</script>`,
  (hit) => `<template><script>${hit}</script></template>`,
  (hit) => `<noscript><p title="</noscript><script>${hit}</script>">`,
  (hit) => `<iframe srcdoc="<script>parent.${hit}</script>">`,
  (hit) => `<iframe src="javascript:parent.${hit}">`,
  (hit) => `<iframe src="data:text/html,<script>top.${hit}</script>">`,
  (hit) => `<object data="javascript:${hit}">`,
  (hit) => `<object data="data:text/html,<script>top.${hit}</script>">`,
  (hit) => `<embed src="javascript:${hit}">`,
  (hit) => `<base href="javascript:${hit}//">`,
  (hit) => `<meta http-equiv=refresh content="0;url=javascript:${hit}">`,
  (hit) => `<link rel=stylesheet href="data:text/css,*{}" onload=${hit}>`,
  (hit) => `<style onload=${hit}></style>`,
  (hit) => `<math><mtext><script>${hit}</script></mtext></math>`,
  (hit) => `<math href="javascript:${hit}">click</math>`,
  (hit) => `<portal src="javascript:${hit}">`,
  (hit) => `<frameset onload=${hit}>`,
  (hit) => `<title></title><script>${hit}</script>`,
  (hit) => `<textarea></textarea><script>${hit}</script>`,
  (hit) => `<xmp></xmp><script>${hit}</script>`,
  (hit) => `<plaintext><script>${hit}</script>`,
];

const handlers: readonly Payload[] = [
  (hit) => `<img src=x onerror=${hit}>`,
  (hit) => `<img src=x onerror="${hit}">`,
  (hit) => `<img src=x onerror='${hit}'>`,
  (hit) => `<img/src=x/onerror=${hit}>`,
  (hit) => `<IMG SRC=x ONERROR=${hit}>`,
  (hit) => `<img src=x onerror=${hit}//`,
  (hit) => `<image src=x onerror=${hit}>`,
  (hit) => `<img srcset=x onerror=${hit}>`,
  (hit) => `<img src=data:, onerror=${hit}>`,
  (hit) => `<svg onload=${hit}>`,
  (hit) => `<svg/onload=${hit}>`,
  (hit) => `<svg><animate onbegin=${hit} attributeName=x dur=1s>`,
  (hit) => `<svg><set onbegin=${hit} attributeName=x>`,
  (hit) => `<svg><image href=x onerror=${hit}>`,
  (hit) => `<svg><use href="data:image/svg+xml,<svg onload=${hit}/>">`,
  (hit) => `<body onload=${hit}>`,
  (hit) => `<body onpageshow=${hit}>`,
  (hit) => `<input autofocus onfocus=${hit}>`,
  (hit) => `<select autofocus onfocus=${hit}>`,
  (hit) => `<textarea autofocus onfocus=${hit}>`,
  (hit) => `<a autofocus tabindex=1 onfocus=${hit}>`,
  (hit) => `<video src=x onerror=${hit}>`,
  (hit) => `<video><source onerror=${hit}></video>`,
  (hit) => `<audio src=x onerror=${hit}>`,
  (hit) => `<details open ontoggle=${hit}>`,
  (hit) => `<marquee onstart=${hit}>x</marquee>`,
  (hit) => `<object data=x onerror=${hit}>`,
  (hit) => `<style>@keyframes x{}</style><b style=animation-name:x onanimationstart=${hit}>`,
  (hit) => `<p onmouseover=${hit} style=position:fixed;inset:0>`,
  (hit) => `<dialog open onpointerenter=${hit}>x</dialog>`,
];

const attributes: readonly Payload[] = [
  (hit) => `" onmouseover=${hit} x="`,
  (hit) => `' onmouseover=${hit} x='`,
  (hit) => `" autofocus onfocus=${hit} x="`,
  (hit) => `' autofocus onfocus=${hit} x='`,
  (hit) => `x onfocus=${hit} autofocus tabindex=0`,
  (hit) => `"><script>${hit}</script>`,
  (hit) => `'><script>${hit}</script>`,
  (hit) => `"><img src=x onerror=${hit}>`,
  (hit) => `'><img src=x onerror=${hit}>`,
  (hit) => `"/><svg onload=${hit}>`,
  (hit) => `\`\`onmouseover=${hit}`,
  (hit) => `-->"><script>${hit}</script>`,
  (hit) => `--><img src=x onerror=${hit}>`,
  (hit) => `--!><svg onload=${hit}>`,
  (hit) => `]]><script>${hit}</script>`,
  (hit) => `</style><script>${hit}</script>`,
  (hit) => `</title><img src=x onerror=${hit}>`,
  (hit) => `</textarea><svg onload=${hit}>`,
  (hit) => `</noscript><img src=x onerror=${hit}>`,
  (hit) => `</template><img src=x onerror=${hit}>`,
];

const addressesAndCode: readonly Payload[] = [
  (hit) => `javascript:${hit}`,
  (hit) => `JaVaScRiPt:${hit}`,
  (hit) => `java&#10;script:${hit}`,
  (hit) => `data:text/html,<script>top.${hit}</script>`,
  (hit) => `[x](javascript:${hit})`,
  (hit) => `![x](x"onerror="${hit})`,
  (hit) => `<a href="javascript:${hit}">x</a>`,
  (hit) => `<form action="javascript:${hit}"><button>x</button></form>`,
  (hit) => `<button formaction="javascript:${hit}">x</button>`,
  (hit) => `{{constructor.constructor('${hit}')()}}`,
  (hit) => `\${${hit}}`,
  (hit) => `<%= ${hit} %>`,
  (hit) => `';${hit};'`,
  (hit) => `";${hit};"`,
  (hit) => `\\";${hit};//`,
  (hit) => `\\u003cscript\\u003e${hit}\\u003c/script\\u003e`,
  (hit) => `&lt;script&gt;${hit}&lt;/script&gt;`,
  (hit) => `&#60;img src=x onerror=${hit}&#62;`,
  (hit) => `%3Cscript%3E${hit}%3C/script%3E`,
  (hit) => `*{background:url("javascript:${hit}")}`,
];

export const allPayloads: readonly string[] = [...elements, ...handlers, ...attributes, ...addressesAndCode].map(
  (payload, at) => payload(`hit(${at})`),
);

/** Of each sort a quarter, another for each of four seeds; an eighth with `SIZE=test`, all of them with `SIZE=full`. */
const every = sized(8, 4, 1);

export const payloads = allPayloads.filter((_, at) => at % every === seed % every);
