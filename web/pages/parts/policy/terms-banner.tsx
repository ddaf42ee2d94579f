import { useState } from 'react'

import { policyVersions } from '#shared/policy-versions.ts'

import { browserApi } from '../../../api/client.ts'
import { useApiAction } from '../../../forms/use-api-action.ts'
import { formatDay } from '../../../format/day.ts'
import { policyText } from '../../../text/policy.ts'
import { Button } from '../../../ui/button.tsx'
import { PolicySentence } from './policy-links.tsx'

/** Asks a signed-in person once to accept a new version of the terms. It blocks nothing. */
export function TermsBanner() {
  const { newTerms: text } = policyText
  const day = formatDay(policyVersions.terms.since)
  const [isAsking, setAsking] = useState(true)
  const { busy, run } = useApiAction()
  const accept = () =>
    run(async () => {
      await browserApi.post('/account/terms', undefined)
      setAsking(false)
    })
  if (!isAsking) return null
  return (
    <aside aria-label={text.label} className="bg-mint text-on-mint">
      <div className="wrap flex flex-wrap items-center justify-between gap-3 py-3">
        <p>
          <PolicySentence text={(links) => text.sentence({ ...links, day })} />
        </p>
        <Button variant="quiet" busy={busy} onClick={() => void accept()}>
          {text.accept}
        </Button>
      </div>
    </aside>
  )
}
