/**
 * The first script of a server-rendered page. It loads the other modules after the first paint, so that they do not compete with visible
 * content such as the first picture. Links and forms work without script until then.
 */
const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as {
  entry: string
  modules: string[]
  styles: string[]
}

if (document.readyState === 'complete') afterPaint()
else addEventListener('load', afterPaint, { once: true })

/** The browser paints between an animation frame and the next task. A hidden page is not painted. */
function afterPaint() {
  if (document.hidden) start()
  else requestAnimationFrame(() => setTimeout(start))
}

function start() {
  for (const href of data.modules) {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    document.head.append(link)
  }
  void Promise.all(data.styles.map(addStyles)).then(() => import(/* @vite-ignore */ data.entry))
}

/** The document contains the rules for its markup alone. What the scripts add needs others. */
function addStyles(href: string) {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
  return new Promise((resolve) => {
    link.addEventListener('load', resolve, { once: true })
    link.addEventListener('error', resolve, { once: true })
  })
}
