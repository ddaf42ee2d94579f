import { useState, type ReactNode } from 'react'

import type { LiveEdit, LiveEdits } from '#shared/campaign-version.ts'
import { Link } from '#web/router/link.tsx'

import { lazyDialog } from '../../../forms/lazy.tsx'
import { campaignPath } from '../../../navigation/paths.ts'
import { formatMoment } from '../../../format/day.ts'
import { reviewText } from '../../../text/review.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useStaffAction } from '../parts/use-staff-action.ts'

const ReasonDialog = lazyDialog(async () => (await import('./dialogs.tsx')).ReasonDialog)

type Props = {
  list: LiveEdits
  renderDifference: (edit: LiveEdit) => ReactNode
  onDone: () => void
}

/** Edits that went live without review: a reviewer accepts them or takes them back. */
export function LiveEditList({ list: { edits, total, threshold }, ...rest }: Props) {
  const { edits: text } = reviewText
  if (total === 0) return null
  return (
    <section aria-labelledby="live-edits" className="mt-10">
      <h2 id="live-edits" className="text-xl font-bold">
        {text.title}
      </h2>
      <p className="mt-1 mb-4 text-muted">{text.intro}</p>
      {total > edits.length && <p className="mb-4">{text.more({ listed: edits.length, total })}</p>}
      <ul className="grid gap-6">
        {edits.map((edit) => (
          <li key={edit.campaign.id}>
            <LiveEditCard edit={edit} threshold={threshold} {...rest} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type CardProps = Omit<Props, 'list'> & { edit: LiveEdit; threshold: number }

function LiveEditCard({ edit, threshold, renderDifference, onDone }: CardProps) {
  const { edits: text, reason } = reviewText
  const { campaign, at, score } = edit
  const { accept, takeBack, busy } = useDecision(edit, onDone)
  const [isOpen, setOpen] = useState(false)
  const headingId = `live-edit-${campaign.id}`
  return (
    <article aria-labelledby={headingId}>
      <Card className="grid gap-4 p-5 sm:p-6">
        <header>
          <h3 id={headingId} className="text-lg font-bold wrap-anywhere">
            {campaign.title}
          </h3>
          <p className="text-sm text-muted">{text.edited({ when: formatMoment(at) })}</p>
          <p className="text-sm text-muted">{text.score({ score, threshold })}</p>
        </header>
        {renderDifference(edit)}
        <Link to={campaignPath(campaign.id)} className="link">
          {text.see}
        </Link>
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button busy={busy} onClick={() => void accept()}>
            {text.accept}
          </Button>
          <Button variant="danger" disabled={busy} onClick={() => setOpen(true)}>
            {text.takeBack}
          </Button>
        </div>
        <ReasonDialog
          open={isOpen}
          title={text.takeBackTitle}
          campaign={campaign.title}
          label={reason}
          hint={text.takeBackHint}
          confirmLabel={text.takeBack}
          onSend={async (typed) => {
            if (await takeBack(typed)) setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      </Card>
    </article>
  )
}

/** Errors that mean that the list on the screen is outdated. */
const outdatedCodes = ['campaign-changed', 'already-reviewed', 'not-found']

function useDecision({ campaign, number }: LiveEdit, onDone: () => void) {
  const { edits: text } = reviewText
  const { act, busy } = useStaffAction(onDone, { outdatedCodes })
  return {
    busy,
    accept: () =>
      act('/reviews/:id/edits/accept', campaign.id, text.accepted({ title: campaign.title }), {
        number,
      }),
    takeBack: (reason: string) =>
      act('/reviews/:id/edits/take-back', campaign.id, text.takenBack({ title: campaign.title }), {
        number,
        reason,
      }),
  }
}
