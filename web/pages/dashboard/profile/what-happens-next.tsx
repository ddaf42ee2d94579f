import { Clock } from 'lucide-react'

import { profileText } from '../../../text/profile.ts'

/** Shown after a campaign was submitted. */
export function WhatHappensNext() {
  const { next: text } = profileText
  return (
    <section aria-label={text.title} className="card my-5 flex gap-4 p-5">
      <Clock aria-hidden="true" className="mt-0.5 shrink-0 text-forest" />
      <div>
        <h3 className="font-bold">{text.title}</h3>
        <ol className="mt-2 list-decimal space-y-1.5 pl-5 text-sm">
          {text.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </div>
    </section>
  )
}
