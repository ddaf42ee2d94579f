import { useEffect, useRef } from 'react'

import { Link } from '#web/router/link.tsx'

import { donationPath } from '../../../navigation/paths.ts'
import { donationText } from '../../../text/donation.ts'
import type { ResumedDonation } from './resume-donation.ts'

/** Shown to a donor who left the payment page. A payment that is still open must not be made twice. */
export function UnfinishedNote({ resumed }: { resumed: ResumedDonation | null }) {
  const { unfinished: text } = donationText
  const note = useRef<HTMLOutputElement>(null)
  useEffect(() => focusWhenLoaded(note.current), [])
  if (!resumed?.unfinished) return null
  return (
    <output
      ref={note}
      tabIndex={-1}
      className="block rounded-card bg-warning-soft p-4 outline-none"
    >
      <span className="block font-bold text-warning">{text.title}</span>
      <span className="mt-1 block text-sm">
        {text.text}{' '}
        <Link to={donationPath(resumed.unfinished)} className="link">
          {text.check}
        </Link>
      </span>
    </output>
  )
}

/** The browser restores the scroll position by the time a page has loaded, which would leave the note out of sight. */
function focusWhenLoaded(note: HTMLElement | null) {
  if (note === null) return undefined
  const focus = () => requestAnimationFrame(() => note.focus())
  if (document.readyState === 'complete') focus()
  else addEventListener('load', focus, { once: true })
  return () => removeEventListener('load', focus)
}
