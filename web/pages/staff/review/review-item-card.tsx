import { type ReactNode, useEffect, useRef, useState, useMemo } from 'react'
import { CircleCheck, Info, TriangleAlert } from 'lucide-react'

import { lagosDay } from '#shared/day.ts'
import { formatNaira } from '#shared/money.ts'
import type {
  ReviewItem,
  ReviewChecks as Checks,
  ReviewChecks,
  DecisionForm,
} from '#shared/review.ts'
import { Link } from '#web/router/navigate.tsx'
import { errorSentences } from '#shared/error-sentences.ts'

import { categoryName } from '../../../format/category-name.ts'
import { consentText } from '../../../text/consent.ts'
import { formatMoment, formatDay } from '../../../format/day.ts'
import { editsText } from '../../../text/edits.ts'
import { payeeText } from '../../../text/payee.ts'
import { reviewText } from '../../../text/review.ts'
import { Badge, Card } from '../../../ui/card.tsx'
import { ReviewDocuments } from './review-documents.tsx'
import { campaignPath } from '../../../navigation/paths.ts'
import { browserApi } from '../../../api/client.ts'
import { lazyDialog } from '../../../forms/lazy.tsx'
import { useApiAction } from '../../../forms/use-api-action.ts'
import { useCountdown } from '../../../forms/submit-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useStaffAction } from '../parts/use-staff-action.ts'

type Props = {
  item: ReviewItem
  /** The campaign as visitors see it. */
  preview: ReactNode
  history: ReactNode
  /** What a change would change. Null for a new campaign. */
  difference: ReactNode
  /** Stands in place of the decision where another reviewer has to decide. */
  conflict: ReactNode
  onDecided: () => void
}

/** A campaign of the queue: facts and checks, a preview beside them, and the decision. */
export function ReviewItemCard({ item, preview, history, difference, conflict, onDecided }: Props) {
  const text = reviewText
  const { campaign, kind, transitions } = item
  return (
    <article aria-labelledby={`review-${campaign.id}`}>
      <Card className="grid gap-6 p-5 sm:p-6">
        <header className="space-y-1">
          <h2 id={`review-${campaign.id}`} className="text-xl font-bold wrap-anywhere">
            {campaign.title}
          </h2>
          <p className="text-sm text-muted">
            {text.submitted({ when: formatMoment(item.submittedAt) })}
          </p>
          {kind === 'change' && (
            <p className="flex">
              <Badge tone="info">{text.change}</Badge>
            </p>
          )}
        </header>
        <div className="group grid gap-6 xl:has-[>details[open]]:grid-cols-[22rem_minmax(0,1fr)]">
          <div className="grid content-start gap-6">
            <ReviewFacts item={item} goal={formatNaira(campaign.goal)} />
            <ReviewChanges changes={item.changes} difference={difference} />
            <ReviewChecks checks={item.checks} />
            <ReviewDocuments documents={item.documents} />
            {transitions.length > 1 && (
              <details>
                <summary className="font-semibold">{text.history}</summary>
                <div className="pt-2">{history}</div>
              </details>
            )}
          </div>
          <details open className="min-w-0 self-start rounded-card border border-line">
            <summary className="px-4 py-3 font-semibold">{text.asPublic}</summary>
            <div className="border-t border-line p-4 sm:p-6">{preview}</div>
          </details>
        </div>
        {conflict ?? <ReviewDecision item={item} onDecided={onDecided} />}
      </Card>
    </article>
  )
}

type ChangesProps = Pick<ReviewItem, 'changes'> & { difference: ReactNode }

/** The fields of a requested change, and the difference of what visitors see. */
function ReviewChanges({ changes, difference }: ChangesProps) {
  if (changes.length === 0) return null
  return (
    <section className="space-y-2">
      <h3 className="font-bold">{reviewText.changed}</h3>
      <p>{changes.map(({ field }) => editsText.fields[field]).join(', ')}</p>
      {difference}
    </section>
  )
}

const guardianNames: Record<string, string> = consentText.guardians

/** Facts that only reviewers see: the owner and the bank account (readings C8). */
function ReviewFacts({ item, goal }: { item: ReviewItem; goal: string }) {
  const text = reviewText
  const { campaign, accountNumberLast4, bankCode, bankName } = item
  const { owner, contact, startDate, endDate } = campaign
  return (
    <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-3 xl:group-has-[>details[open]]:grid-cols-1">
      <Fact name={text.owner}>{`${owner.firstname} ${owner.lastname}`}</Fact>
      <Fact name={text.bank}>
        {text.account({
          last4: accountNumberLast4,
          bank: bankName ?? text.unknownBank({ code: bankCode }),
        })}
      </Fact>
      <PayeeFact payee={item.payee} />
      <Fact name={text.goal}>
        <span className="money">{goal}</span>
      </Fact>
      <Fact name={text.place}>{`${campaign.city}, ${campaign.country}`}</Fact>
      <Fact name={text.category}>{categoryName(campaign.category)}</Fact>
      <Fact name={text.dates}>
        {text.period({
          start: formatOptionalDay(startDate) ?? text.noDate,
          end: formatOptionalDay(endDate) ?? text.noDate,
        })}
      </Fact>
      {item.consents.map(({ kind, givenBy, givenAt, withdrawnAt }) => (
        <Fact key={kind + givenAt} name={text.consents[kind]}>
          {guardianNames[givenBy] ?? givenBy}
          <Note>{formatMoment(withdrawnAt ?? givenAt)}</Note>
          {withdrawnAt !== null && <Note>{text.consents.withdrawn}</Note>}
        </Fact>
      ))}
      <Fact name={text.contact}>
        {contact === null ? (
          text.noContact
        ) : (
          <>
            {contact.name}
            <Note>{contact.email}</Note>
            <Note>{contact.phone}</Note>
          </>
        )}
      </Fact>
    </dl>
  )
}

function PayeeFact({ payee }: Pick<ReviewItem, 'payee'>) {
  const { review: text, kinds } = payeeText
  if (payee === null) return null
  const { kind, name, state, cacNumber, scumlNumber, confirmedName } = payee
  return (
    <Fact name={text.title}>
      {kind === 'self' ? kinds.self : name}
      {kind !== 'self' && <Note>{kinds[kind]}</Note>}
      {state !== 'not-asked' && <Note>{text.states[state]}</Note>}
      {cacNumber !== null && <Note>{text.cac({ number: cacNumber })}</Note>}
      {scumlNumber !== null && <Note>{text.scuml({ number: scumlNumber })}</Note>}
      <Note>{confirmedName === null ? text.nameUnconfirmed : text.nameConfirmed}</Note>
    </Fact>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}

function Note({ children }: { children: ReactNode }) {
  return <span className="block text-sm font-normal text-muted">{children}</span>
}

function formatOptionalDay(day: string | null): string | null {
  return day === null ? null : formatDay(day)
}

/** Reviewers examine younger accounts more closely. */
const minAccountAgeDays = 7

/** The automatic checks of a campaign. Icons and words carry the result, not colour alone. */
function ReviewChecks({ checks }: { checks: Checks }) {
  const { checks: text } = reviewText
  const { accountAgeDays: days, bankAccountMatch: match, similarImages, similarTexts } = checks
  const bankName = text.bankName[match]
  return (
    <section className="space-y-2">
      <h3 className="font-bold">{text.title}</h3>
      <ul className="grid gap-2 text-sm">
        <Check passed={checks.emailVerified} isFact>
          {checks.emailVerified ? text.emailVerified : text.emailUnverified}
        </Check>
        <Check passed={checks.twoFactor} isFact>
          {checks.twoFactor ? text.twoFactorOn : text.twoFactorOff}
        </Check>
        <Check passed={days !== null && days >= minAccountAgeDays} isFact>
          {days === null ? text.accountUnknown : text.accountAge({ days })}
        </Check>
        <Check passed={match === 'same'}>
          {typeof bankName === 'string'
            ? bankName
            : bankName({ name: checks.bankAccountName ?? '' })}
        </Check>
        {checks.impersonation.map((finding) => (
          <Check key={`${finding.field} ${finding.found}`} passed={false}>
            {text.impersonation[finding.kind]({
              field: text.fields[finding.field],
              found: finding.found,
            })}
          </Check>
        ))}
        <ReviewComparisons checks={checks} />
        {similarImages.length === 0 && <Check passed>{text.noSimilarPicture}</Check>}
        {similarImages.map((other) => (
          <Check key={other.id} passed={false}>
            <OtherCampaign campaign={other}>
              {text.similarPicture({ title: other.title })}
            </OtherCampaign>
          </Check>
        ))}
        {similarTexts.length === 0 && <Check passed>{text.noSimilarText}</Check>}
        {similarTexts.map((other) => (
          <Check key={other.id} passed={false}>
            <OtherCampaign campaign={other}>
              {text.similarText({ title: other.title, percent: other.percent })}
            </OtherCampaign>
          </Check>
        ))}
      </ul>
    </section>
  )
}

type OtherProps = { campaign: Checks['similarImages'][number]; children: ReactNode }

function OtherCampaign({ campaign: { id, isSameOwner }, children }: OtherProps) {
  const { checks: text } = reviewText
  return (
    <>
      <Link to={campaignPath(id)} className="link">
        {children}
      </Link>{' '}
      ({isSameOwner ? text.sameOwner : text.otherOwner})
    </>
  )
}

type CheckProps = {
  passed: boolean
  /** A fact about the organiser's account, which is no warning. */
  isFact?: boolean
  children: ReactNode
}

/** One check. Icon and words carry the result, not colour alone. */
function Check({ passed, isFact = false, children }: CheckProps) {
  const { checks: text } = reviewText
  const [Icon, colour, word] = passed
    ? ([CircleCheck, 'text-success', text.passed] as const)
    : isFact
      ? ([Info, 'text-muted', text.fact] as const)
      : ([TriangleAlert, 'text-warning', text.needsAttention] as const)
  return (
    <li className="flex gap-2">
      <Icon size={18} aria-hidden="true" className={`mt-0.5 shrink-0 ${colour}`} />
      <span className="min-w-0 wrap-anywhere">
        <span className="sr-only">{word}: </span>
        {children}
      </span>
    </li>
  )
}

type ComparisonProps = {
  checks: Pick<ReviewChecks, 'similarNames' | 'accountOwners' | 'rejections'>
}

/** Other accounts and earlier campaigns that this one is like. */
function ReviewComparisons({ checks }: ComparisonProps) {
  const { checks: text, reasonKinds } = reviewText
  return (
    <>
      {checks.similarNames.map(({ campaignId, kind, name }) => (
        <Check key={`${campaignId} ${kind}`} passed={false}>
          {text.similarName[kind]({ name })}
        </Check>
      ))}
      {checks.accountOwners > 0 && (
        <Check passed={false}>{text.accountOwners({ count: checks.accountOwners })}</Check>
      )}
      {checks.rejections.map(({ campaignId, title, ground, at, because }) => (
        <Check key={`${campaignId} ${at}`} passed={false}>
          {text.rejected[because]({
            title: title === '' ? text.noTitle : title,
            ground: ground === 'takedown' ? text.takedown : reasonKinds[ground],
            day: formatDay(lagosDay(new Date(at))),
          })}
        </Check>
      ))}
    </>
  )
}

const ApproveDialog = lazyDialog(async () => (await import('./dialogs.tsx')).ApproveDialog)
const StaffReasonDialog = lazyDialog(
  async () => (await import('../parts/staff-reason-dialog.tsx')).StaffReasonDialog,
)
const RejectDialog = lazyDialog(async () => (await import('./dialogs.tsx')).RejectDialog)

type DecisionProps = { item: ReviewItem; onDecided: () => void }

/** The decision of a reviewer, and Undo until it takes effect. */
function ReviewDecision({ item, onDecided }: DecisionProps) {
  const text = reviewText
  const { scheduled, unapplied, campaign } = item
  const [hasDecided, setDecided] = useState(false)
  const decided = () => {
    setDecided(true)
    onDecided()
  }
  return (
    <div className="grid gap-3">
      <output className="sr-only">
        {scheduled?.isOwn && hasDecided
          ? text.scheduled.announced({ title: campaign.title, count: scheduled.secondsLeft })
          : ''}
      </output>
      {unapplied && (
        <p role="alert" className="font-medium">
          {text.scheduled.unapplied} {errorSentences[unapplied]}
        </p>
      )}
      {item.needsSecondApproval && <p className="font-medium">{toEndorsement(item)}</p>}
      {scheduled && (
        <ScheduledDecision
          item={item}
          scheduled={scheduled}
          takesFocus={hasDecided}
          onUndone={onDecided}
          onOutdated={onDecided}
        />
      )}
      <DecisionButtons
        item={item}
        hidden={scheduled !== null}
        onDecided={decided}
        onOutdated={onDecided}
      />
    </div>
  )
}

function toEndorsement({ endorsedBy, isEndorsedByReader }: ReviewItem): string {
  const text = reviewText
  if (endorsedBy === null) return text.needsTwo
  return isEndorsedByReader ? text.endorsedByYou : text.endorsed({ name: endorsedBy })
}

type ButtonsProps = DecisionProps & { hidden: boolean; onOutdated: () => void }

/** The dialogs stay while the buttons are hidden, so that a text that is being written is not lost. */
function DecisionButtons({ item, hidden, onDecided, onOutdated }: ButtonsProps) {
  const text = reviewText
  const { approve, ask, reject, busy } = useDecision(item, onDecided, onOutdated)
  const approveButton = useRef<HTMLButtonElement>(null)
  const wasHidden = useRef(hidden)
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body
    if (wasHidden.current && !hidden && isFocusLost) approveButton.current?.focus()
    wasHidden.current = hidden
  }, [hidden])
  const [open, setOpen] = useState<'approve' | 'ask' | 'reject' | null>(null)
  const close = () => setOpen(null)
  const closeAfter = async (decision: Promise<boolean>) => {
    if (await decision) close()
  }
  return (
    <>
      {!hidden && (
        <div className="flex flex-col gap-3 sm:flex-row">
          {!item.isEndorsedByReader && (
            <Button ref={approveButton} disabled={busy} onClick={() => setOpen('approve')}>
              {text.approve}
            </Button>
          )}
          <Button variant="quiet" disabled={busy} onClick={() => setOpen('ask')}>
            {text.ask}
          </Button>
          <Button variant="quiet-danger" disabled={busy} onClick={() => setOpen('reject')}>
            {text.reject}
          </Button>
        </div>
      )}
      <ApproveDialog
        open={open === 'approve'}
        item={item}
        busy={busy}
        onApprove={(reason) => closeAfter(approve(reason))}
        onClose={close}
      />
      <StaffReasonDialog
        open={open === 'ask'}
        title={text.askTitle}
        text={item.campaign.title}
        label={text.question}
        hint={text.questionHint}
        confirmLabel={text.ask}
        variant="primary"
        onSend={(reason) => closeAfter(ask(reason))}
        onClose={close}
      />
      <RejectDialog
        open={open === 'reject'}
        campaign={item.campaign.title}
        onReject={(form) => closeAfter(reject(form))}
        onClose={close}
      />
    </>
  )
}

/** Errors that mean that the queue on the screen is outdated: another reviewer was faster. */
const outdatedCodes = ['already-reviewed', 'campaign-changed', 'decision-under-way', 'not-found']

function useDecision(item: ReviewItem, onDecided: () => void, onOutdated: () => void) {
  const { campaign, version } = item
  const { act, busy } = useStaffAction(onDecided, { outdatedCodes, onOutdated })
  const decide = (decision: 'approve' | 'ask' | 'reject', body: object, message?: string) =>
    act(`/reviews/:id/${decision}`, campaign.id, message, body)
  return {
    busy,
    approve: (reason?: string) =>
      decide('approve', { version, ...(reason !== undefined && { reason }) }),
    ask: (reason: string) => decide('ask', { reason }, reviewText.asked({ title: campaign.title })),
    reject: (form: DecisionForm) => decide('reject', { version, ...form }),
  }
}

type ScheduledProps = {
  item: ReviewItem
  scheduled: NonNullable<ReviewItem['scheduled']>
  /** The reviewer has just decided, so the keyboard goes on here. */
  takesFocus: boolean
  onUndone: () => void
  onOutdated: () => void
}

/** A decision that takes effect in some seconds, and Undo for the reviewer who made it. */
function ScheduledDecision({ item, scheduled, takesFocus, onUndone, onOutdated }: ScheduledProps) {
  const text = reviewText.scheduled
  const { id, title } = item.campaign
  const undoButton = useRef<HTMLButtonElement>(null)
  const { run, busy } = useApiAction()
  const wait = useMemo(() => ({ retryAfterSeconds: scheduled.secondsLeft }), [scheduled])
  const { secondsLeft } = useCountdown(wait)

  useEffect(() => {
    if (takesFocus) undoButton.current?.focus()
  }, [takesFocus])

  if (!scheduled.isOwn) return <p className="font-medium">{text.byOther}</p>

  const undo = async () => {
    const isUndone = await run(() => browserApi.post('/reviews/:id/undo', {}, { id }))
    if (!isUndone) return onOutdated()
    toast(text.undone({ title }))
    onUndone()
  }
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line p-4 sm:flex-row sm:items-center sm:justify-between">
      <p>
        <span className="font-semibold">{text[scheduled.event]}.</span>{' '}
        <span className="tabular-nums">
          {secondsLeft > 0 ? text.secondsLeft({ count: secondsLeft }) : text.now}
        </span>
      </p>
      <Button ref={undoButton} variant="quiet" busy={busy} onClick={() => void undo()}>
        {text.undo}
      </Button>
    </div>
  )
}
