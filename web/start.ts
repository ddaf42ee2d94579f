/**
 * The first script of a server-rendered page. It loads the other modules after the first paint, so that they do not compete with visible
 * content such as the first picture. Until then links and forms work without script, and buttons wait.
 */
const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '') as {
  entry: string
  modules: string[]
  styles: string[]
}

if (document.readyState === 'complete') afterPaint()
else addEventListener('load', afterPaint)

/** The button that was pressed last before it could respond is pressed when it can (web/app/hydrate.tsx). */
let pressed: HTMLElement | null = null
const remember = ({ target }: Event) => {
  if (target instanceof Element) pressed = target.closest<HTMLElement>('[type=button]') ?? pressed
}
addEventListener('click', remember)
addEventListener('hydrating', () => removeEventListener('click', remember))
addEventListener('hydrated', () => pressed?.click())

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
