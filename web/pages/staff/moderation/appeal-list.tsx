import { useState } from 'react'

import type { Appeal, AppealOutcome } from '#shared/moderation.ts'
import { Link } from '#web/router/link.tsx'

import { campaignPath } from '../../../navigation/paths.ts'
import { formatMoment } from '../../../text/day.ts'
import { moderationText } from '../../../text/moderation.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { StaffReasonDialog } from '../parts/staff-reason-dialog.tsx'
import { useStaffAction } from '../parts/use-staff-action.ts'
import { ConflictNote } from './conflict-note.tsx'

type Props = { appeals: Appeal[]; onDone: () => void }

/** Open appeals of organisers, oldest first. */
export function AppealList({ appeals, onDone }: Props) {
  const { appeals: text } = moderationText
  if (appeals.length === 0) return null
  return (
    <section aria-labelledby="appeals" className="mb-10">
      <h2 id="appeals" className="mb-4 text-xl font-bold">
        {text.title}
      </h2>
      <ul className="grid gap-6">
        {appeals.map((appeal) => (
          <li key={appeal.id}>
            <AppealCard appeal={appeal} onDone={onDone} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type CardProps = { appeal: Appeal; onDone: () => void }

function AppealCard({ appeal, onDone }: CardProps) {
  const { appeals: text, ...shared } = moderationText
  const { campaignId, kind, at, isInForce, conflicts, reason } = appeal
  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <header className="space-y-1">
        <h3 className="text-lg font-bold wrap-anywhere">{appeal.title || shared.unnamed}</h3>
        <p className="font-medium">{text.kinds[kind]}</p>
        <p className="text-sm text-muted">{text.at(formatMoment(at))}</p>
      </header>
      {reason !== '' && <Quoted title={text.decision} text={reason} />}
      <Quoted title={text.organiser} text={appeal.text} />
      <p>
        <Link to={campaignPath(campaignId)} className="link inline-block py-2">
          {shared.see}
        </Link>
      </p>
      {!isInForce && <p>{text.changed}</p>}
      {conflicts.length > 0 ? (
        <ConflictNote conflicts={conflicts} />
      ) : (
        <Decision appeal={appeal} onDone={onDone} />
      )}
    </Card>
  )
}

function Quoted({ title, text }: { title: string; text: string }) {
  return (
    <div className="space-y-1">
      <p className="font-medium">{title}</p>
      <blockquote className="border-l-4 border-line pl-3 whitespace-pre-line wrap-anywhere">
        {text}
      </blockquote>
    </div>
  )
}

const actions = { upheld: 'uphold', overturned: 'overturn' } as const

function Decision({ appeal, onDone }: CardProps) {
  const { appeals: text, ownReason, ownReasonHint, back } = moderationText
  const { act, busy } = useStaffAction(onDone)
  const [open, setOpen] = useState<AppealOutcome | null>(null)
  const decide = async (outcome: AppealOutcome, reason: string) => {
    const path = `/appeals/:id/${actions[outcome]}` as const
    if (await act(path, appeal.id, text[outcome](appeal.title), { reason })) setOpen(null)
  }
  const outcomes = appeal.isInForce ? (['upheld', 'overturned'] as const) : (['upheld'] as const)
  return (
    <div className="flex flex-col gap-3 sm:flex-row">
      {outcomes.map((outcome) => (
        <Button
          key={outcome}
          variant={outcome === 'upheld' ? 'quiet' : 'primary'}
          disabled={busy}
          onClick={() => setOpen(outcome)}
        >
          {text[actions[outcome]]}
        </Button>
      ))}
      {outcomes.map((outcome) => (
        <StaffReasonDialog
          key={outcome}
          open={open === outcome}
          title={text[actions[outcome]]}
          text={appeal.title}
          label={ownReason}
          hint={ownReasonHint}
          confirmLabel={text[actions[outcome]]}
          cancelLabel={back}
          onSend={(reason) => decide(outcome, reason)}
          onClose={() => setOpen(null)}
        />
      ))}
    </div>
  )
}
