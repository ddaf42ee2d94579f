/**
 * The first script of a public page, and a tiny one: it fetches the rest once everything visible has arrived and been painted, so that nothing
 * competes with the first picture. Until then links and forms work without script.
 */
const data = JSON.parse(document.getElementById('page-data')?.textContent ?? '{}') as {
  entry: string
  modules: string[]
}

if (document.readyState === 'complete') afterPaint()
else addEventListener('load', afterPaint, { once: true })

/** A frame is drawn between its callback and the next task. Nothing is drawn of a page that nobody sees. */
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
  void import(/* @vite-ignore */ data.entry)
}
