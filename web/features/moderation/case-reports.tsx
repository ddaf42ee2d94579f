import { useState } from 'react'

import type { CaseReports as Page } from '#shared/moderation.ts'

import { browserApi } from '../../api/client.ts'
import { lazySchema } from '../../forms/lazy-schema.ts'
import { useApiAction } from '../../forms/use-api-action.ts'
import { reportText } from '../../text/report.ts'
import { formatMoment } from '../../text/day.ts'
import { moderationText } from '../../text/moderation.ts'
import { Button } from '../../ui/button.tsx'

/** The reports of a case, loaded page by page when a reviewer asks for them. */
export function CaseReports({ caseId }: { caseId: number }) {
  const text = moderationText
  const { reports, next, load, busy } = useReports(caseId)
  return (
    <div className="grid gap-3">
      {reports.length > 0 && (
        <ul className="grid gap-3">
          {reports.map(({ id, reference, reason, details, at }) => (
            <li key={id} className="border-l-4 border-line pl-3">
              <p className="font-semibold">{reportText.reasons[reason]}</p>
              <p className="whitespace-pre-line wrap-anywhere">{details}</p>
              <p className="text-sm text-muted">
                {[formatMoment(at), ...(reference ? [reference] : [])].join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <p>
          <Button variant="quiet" busy={busy} onClick={() => void load()}>
            {reports.length > 0 ? text.moreReports : text.showReports}
          </Button>
        </p>
      )}
    </div>
  )
}

function useReports(caseId: number) {
  const [reports, setReports] = useState<Page['reports']>([])
  const [next, setNext] = useState<number | null>(0)
  const { run, busy } = useApiAction()
  const load = () =>
    run(async () => {
      const page = await browserApi.get(
        `/cases/${caseId}/reports?after=${next ?? 0}`,
        lazySchema('caseReportsSchema'),
      )
      setReports((shown) => [...shown, ...page.reports])
      setNext(page.next)
    })
  return { reports, next, load, busy }
}
