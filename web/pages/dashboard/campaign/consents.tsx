import { useCallback, useEffect, useState } from 'react'

import type { Consent } from '#shared/consent.ts'

import { browserApi } from '../../../api/client.ts'
import { useApiAction } from '../../../forms/use-api-action.ts'
import { formatMoment } from '../../../text/day.ts'
import { ownerText } from '../../../text/owner.ts'
import { Button } from '../../../ui/button.tsx'

const loadConsentListSchema = async () => (await import('#shared/consent.ts')).consentListSchema

/** The consents that the organiser confirmed for a campaign, each with a button that withdraws it. */
export function Consents({ campaignId }: { campaignId: string }) {
  const { consents: text } = ownerText
  const path = `/campaigns/${encodeURIComponent(campaignId)}/consents`
  const { consents, load } = useConsents(path)
  const { run, pending } = useApiAction()
  const withdraw = ({ kind }: Consent) =>
    run(async () => {
      await browserApi.remove(`${path}/${kind}`)
      await load()
    }, kind)
  if (consents.length === 0) return null
  return (
    <div className="space-y-2">
      <h3 className="font-semibold">{text.title}</h3>
      <ul className="space-y-3">
        {consents.map((consent) => (
          <li key={consent.kind + consent.givenAt}>
            <p className="font-medium">{text[consent.kind]}</p>
            <p className="text-sm text-muted">
              {consent.withdrawnAt === null
                ? text.given(formatMoment(consent.givenAt))
                : text.withdrawn(formatMoment(consent.withdrawnAt))}
            </p>
            {consent.withdrawnAt === null && (
              <Button
                variant="quiet"
                className="mt-2"
                busy={pending === consent.kind}
                onClick={() => void withdraw(consent)}
              >
                {text.withdraw}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function useConsents(path: string) {
  const [consents, setConsents] = useState<Consent[]>([])
  const load = useCallback(
    () =>
      browserApi.get(path, loadConsentListSchema).then(
        (response) => setConsents(response.consents),
        // The panel works without the list.
        () => {},
      ),
    [path],
  )
  useEffect(() => void load(), [load])
  return { consents, load }
}
