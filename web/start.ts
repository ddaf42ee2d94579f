/**
 * The first script of a page, and the only classic one. It loads the other modules after the first paint, so that they do not compete with
 * visible content such as the first picture. Until then links and forms work without script, and buttons wait. In a browser below the floor
 * (scripts/browser-floor.ts) it loads nothing: there links and the server's forms stay native.
 */
const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '') as {
  entry: string
  modules: string[]
  styles: string[]
  isShell: boolean
}

/** Chromium 92 and Safari 15.4 were the first with `at`, and Firefox 98 with dialogs. */
const isSupported = 'at' in Array.prototype && 'HTMLDialogElement' in window

/** The button that was pressed last before it could respond is pressed when it can (web/app/hydrate.tsx). */
let pressed: HTMLElement | null = null
const remember = ({ target }: Event) => {
  if (target instanceof Element) pressed = target.closest<HTMLElement>('[type=button]') ?? pressed
}

if (!isSupported) explain()
else {
  addEventListener('click', remember)
  addEventListener('hydrating', () => removeEventListener('click', remember))
  addEventListener('hydrated', () => pressed?.click())
  // A shell shows nothing without the modules.
  if (data.isShell) start()
  else if (document.readyState === 'complete') afterPaint()
  else addEventListener('load', afterPaint)
}

/** Shows what a page says where no script runs. */
function explain() {
  for (const note of document.querySelectorAll('noscript')) {
    const text = document.createElement('p')
    text.textContent = (note.textContent ?? '').replace(/<[^>]+>/g, '')
    note.before(text)
  }
}

/** The browser paints between an animation frame and the next task. A hidden page is not painted. */
function afterPaint() {
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
}

function start() {
  for (const href of data.modules) void addLink('modulepreload', href)
  // The document contains the rules for its markup alone. What the scripts add needs others.
  const styled = Promise.all(data.styles.map(addStyles))
  void styled.then(() => import(/* @vite-ignore */ data.entry))
}

/** Tries twice. Without the sheet only what scripts add has no styles, so the page goes on. */
async function addStyles(href: string) {
  if (!(await addLink('stylesheet', href))) await addLink('stylesheet', href)
}

/** Resolves to whether the file was loaded. */
function addLink(rel: string, href: string) {
  return new Promise<boolean>((resolve) => {
    const link = { rel, href, onload: () => resolve(true), onerror: () => resolve(false) }
    document.head.append(Object.assign(document.createElement('link'), link))
  })
}
