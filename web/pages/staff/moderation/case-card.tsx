import { useState } from 'react'
import type * as z from 'zod/mini'

import type {
  CaseAction,
  ModerationCase,
  CaseReports as Page,
  takedownFormSchema,
} from '#shared/moderation.ts'
import { Link } from '#web/router/navigate.tsx'
import { takedownGrounds } from '#shared/takedown.ts'

import { browserApi } from '../../../api/client.ts'
import { useApiAction } from '../../../forms/use-api-action.ts'
import { campaignPath } from '../../../navigation/paths.ts'
import { formatMoment } from '../../../format/day.ts'
import { moderationText as text } from '../../../text/moderation.ts'
import { reportText } from '../../../text/report.ts'
import { Badge, Card } from '../../../ui/card.tsx'
import { Button } from '../../../ui/button.tsx'
import { useStaffAction } from '../parts/use-staff-action.ts'
import { ConflictNote } from './conflict-note.tsx'
import { FormDialog } from '../../../forms/form-dialog.tsx'
import { StaffReasonDialog } from '../parts/staff-reason-dialog.tsx'
import { useApiForm } from '../../../forms/api-form.tsx'
import { SelectField, TextAreaField } from '../../../ui/fields.tsx'

type DialogAction = 'freeze' | 'takedown' | 'cancel'

type DialogProps = {
  campaign: string
  open: DialogAction | null
  onSend: (action: DialogAction, body: object) => Promise<void>
  onClose: () => void
}

/** Asks for the words that the organiser and, for a takedown, everyone reads. */
function CaseDialogs({ campaign, open, onSend, onClose }: DialogProps) {
  const shared = {
    text: campaign,
    label: text.ownReason,
    cancelLabel: text.back,
    variant: 'danger',
    onClose,
  } as const
  return (
    <>
      <StaffReasonDialog
        {...shared}
        open={open === 'freeze'}
        title={text.freezeTitle}
        hint={text.ownReasonHint}
        confirmLabel={text.actions.freeze}
        onSend={(reason) => onSend('freeze', { reason })}
      />
      <StaffReasonDialog
        {...shared}
        open={open === 'cancel'}
        title={text.cancelTitle}
        hint={text.cancelHint}
        confirmLabel={text.actions.cancel}
        cancelLabel={text.keep}
        onSend={(reason) => onSend('cancel', { reason })}
      />
      <TakedownDialog
        open={open === 'takedown'}
        campaign={campaign}
        onSend={(form) => onSend('takedown', form)}
        onClose={onClose}
      />
    </>
  )
}

type Form = z.input<typeof takedownFormSchema>

type TakedownProps = {
  open: boolean
  campaign: string
  onSend: (form: Form) => Promise<unknown>
  onClose: () => void
}

const options = takedownGrounds.map((ground) => ({
  value: ground,
  label: text.grounds[ground],
}))

/** Asks for the ground, the explanation for everyone and the words for the organiser. */
export function TakedownDialog({ open, campaign, onSend, onClose }: TakedownProps) {
  const { field, ...form } = useApiForm({
    schema: 'takedownFormSchema',
    defaultValues: { publicReason: '', reason: '' },
    onSubmit: onSend,
  })
  return (
    <FormDialog
      open={open}
      title={text.takedownTitle}
      text={campaign}
      form={form}
      submit={text.actions.takedown}
      cancel={text.back}
      variant="danger"
      onClose={onClose}
    >
      <SelectField label={text.ground} options={options} {...field('ground')} />
      <TextAreaField
        label={text.publicReason}
        hint={text.publicReasonHint}
        rows={3}
        maxLength={1_000}
        {...field('publicReason')}
      />
      <TextAreaField
        label={text.ownReason}
        hint={text.ownReasonHint}
        rows={4}
        maxLength={2_000}
        {...field('reason')}
      />
    </FormDialog>
  )
}

type Props = { item: ModerationCase; onDone: () => void }

/** A reported campaign, its reports, and what this reviewer can do about it. */
export function CaseCard({ item, onDone }: Props) {
  const { id, campaignId, status, assignedTo, conflicts } = item
  const title = item.title || text.unnamed
  return (
    <article aria-labelledby={`case-${id}`}>
      <Card className="grid gap-4 p-5 sm:p-6">
        <header className="space-y-2">
          <h2 id={`case-${id}`} className="text-lg font-bold wrap-anywhere">
            {title}
          </h2>
          <Badges item={item} />
          <p className="text-sm text-muted">
            {[text.caseNumber({ id }), text.reports({ count: item.reports })].join(' · ')}
            <br />
            {text.opened({ when: formatMoment(item.openedAt) })}
          </p>
          {assignedTo && (
            <p className="text-sm">
              {assignedTo.isMe ? text.handledByMe : text.handledBy({ name: assignedTo.name })}
            </p>
          )}
        </header>
        {conflicts.length > 0 ? (
          <ConflictNote conflicts={conflicts} />
        ) : (
          item.reports > 0 && <CaseReports caseId={id} />
        )}
        {status !== null && (
          <p>
            <Link to={campaignPath(campaignId)} className="link tap">
              {text.see}
            </Link>
          </p>
        )}
        <Actions item={item} title={title} onDone={onDone} />
      </Card>
    </article>
  )
}

export function Badges({
  item: { status, isFrozen, isUnfreezeAsked, outcome },
}: Pick<Props, 'item'>) {
  const badges = [
    ...(status === null ? [{ label: text.deleted, tone: 'neutral' as const }] : []),
    ...(status === 'taken-down'
      ? [{ label: text.states['taken-down'], tone: 'danger' as const }]
      : []),
    ...(isFrozen && status !== 'taken-down'
      ? [{ label: text.paused, tone: 'danger' as const }]
      : []),
    ...(isUnfreezeAsked ? [{ label: text.unfreezeAsked, tone: 'warning' as const }] : []),
    ...(outcome === null ? [] : [{ label: text.outcomes[outcome], tone: 'neutral' as const }]),
  ]
  if (badges.length === 0) return null
  return (
    <p className="flex flex-wrap gap-2">
      {badges.map(({ label, tone }) => (
        <Badge key={label} tone={tone}>
          {label}
        </Badge>
      ))}
    </p>
  )
}

/** Actions that ask for words first. */
const dialogActions: ReadonlySet<CaseAction> = new Set(['freeze', 'takedown', 'cancel'])
const harmless: ReadonlySet<CaseAction> = new Set(['assign', 'release', 'dismiss'])

function Actions({ item, title, onDone }: Props & { title: string }) {
  const { act, busy } = useCaseAction({ ...item, title }, onDone)
  const [open, setOpen] = useState<DialogAction | null>(null)
  if (item.actions.length === 0) return null
  return (
    <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
      {item.actions.map((action) => (
        <Button
          key={action}
          variant={getVariant(action)}
          disabled={busy}
          onClick={() =>
            dialogActions.has(action) ? setOpen(action as DialogAction) : void act(action)
          }
        >
          {text.actions[action]}
        </Button>
      ))}
      <CaseDialogs
        campaign={title}
        open={open}
        onSend={async (action, body) => {
          if (await act(action, body)) setOpen(null)
        }}
        onClose={() => setOpen(null)}
      />
    </div>
  )
}

function getVariant(action: CaseAction) {
  if (dialogActions.has(action)) return 'quiet-danger'
  return harmless.has(action) ? 'quiet' : 'primary'
}

type Target = Pick<ModerationCase, 'id' | 'campaignId' | 'title'>

/** Errors that mean that the queue on the screen is outdated. */
const outdatedCodes = [
  'already-reviewed',
  'campaign-status-changed',
  'conflict-of-interest',
  'not-found',
]

function useCaseAction({ id, campaignId, title }: Target, onDone: () => void) {
  const { act, busy } = useStaffAction(onDone, { outdatedCodes })
  return {
    act: (action: CaseAction, body: object = {}) => {
      const message = text.done[action]({ title })
      if (action === 'cancel') return act('/campaigns/:id/cancel', campaignId, message, body)
      const step = action === 'confirm-unfreeze' ? 'unfreeze' : action
      return act(`/cases/:id/${step}`, id, message, body)
    },
    busy,
  }
}

function CaseReports({ caseId }: { caseId: number }) {
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
      const page = await browserApi.get('/cases/:id/reports', { id: caseId, after: next ?? 0 })
      setReports((shown) => [...shown, ...page.reports])
      setNext(page.next)
    })
  return { reports, next, load, busy }
}
