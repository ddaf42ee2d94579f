import { FlaskConical } from 'lucide-react'

import { useSite } from '#web/api/site.tsx'
import { layoutText } from '#web/text/layout.ts'

/** Says that no real money is charged, in sandbox and test mode. */
export function ModeNote() {
  const text = layoutText
  const { mode } = useSite()
  if (mode === 'live') return null
  return (
    <aside
      aria-label={text.modeNote}
      className="flex items-center justify-center gap-2 bg-marigold px-4 py-1.5 text-center text-sm font-medium text-on-marigold"
    >
      <FlaskConical size={16} aria-hidden="true" className="shrink-0" />
      <p>{text.mode[mode]}</p>
    </aside>
  )
}
