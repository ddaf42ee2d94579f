import { MessageCircle, Trash2, Wallet, Pencil } from 'lucide-react'
import { useState, type ReactNode, useCallback, useEffect } from 'react'

import type { CampaignHistoryResponse } from '#shared/campaign-history.ts'
import type { CampaignDetail } from '#shared/campaign.ts'
import type { Spending } from '#shared/expense.ts'
import type { CampaignDecision } from '#shared/moderation.ts'
import { formatNaira } from '#shared/money.ts'
import type { OutsideReceipts } from '#shared/outside-receipt.ts'
import type { Payee } from '#shared/payee.ts'
import { toasts } from '#shared/text/toasts.ts'
import type { Trust } from '#shared/trust.ts'
import { useLoaderData, useNavigate, useRevalidator, Link } from '#web/router/navigate.tsx'
import { moderationSentences } from '#shared/text/moderation-sentences.ts'
import type { Consent } from '#shared/consent.ts'

import { ApiError, browserApi } from '../../api/client.ts'
import { useSite } from '../../api/site.tsx'
import { HoldNote, isHold } from '../../forms/hold-note.tsx'
import {
  paths,
  payoutsPath,
  peoplePath,
  publicCampaignPath,
  questionsPath,
  updatesPath,
  editCampaignPath,
  webhookPath,
} from '../../navigation/paths.ts'
import { campaignText } from '../../text/campaign.ts'
import { dashboardText } from '../../text/dashboard.ts'
import { memberText } from '../../text/member.ts'
import { ownerText } from '../../text/owner.ts'
import { buttonClass, Button } from '../../ui/button.tsx'
import { CampaignPicture } from '../../ui/campaign-picture.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ConfirmButton } from '../../ui/dialog.tsx'
import { Progress } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import {
  CampaignContact,
  CampaignFacts,
  CampaignPictures,
  CampaignStory,
  Organiser,
} from '../parts/campaign/campaign-page.tsx'
import { isExpired, toShownStatus } from '../parts/campaign/campaign-card.tsx'
import { listCampaignActions } from '../parts/campaign/campaign-actions.ts'
import { ShareButtons } from '../parts/campaign/share-buttons.tsx'
import { TrustCard } from '../parts/campaign/trust-card.tsx'
import { CampaignSkeleton, Loaded } from '../parts/dashboard/loaded.tsx'
import { HiddenHeader } from '../parts/dashboard/screen-header.tsx'
import { HistoryList } from '../parts/history/history-list.tsx'
import type { loader } from './campaign.data.ts'
import { lazyPart } from '../../forms/lazy.tsx'
import { formatMoment } from '../../format/day.ts'
import { statementText } from '../../text/statement.ts'
import { runApiAction, useApiAction } from '../../forms/use-api-action.ts'
import { editsText } from '../../text/edits.ts'
import { historyText } from '../../text/history.ts'
import { payeeText } from '../../text/payee.ts'
import { StatusNote } from './campaign/status-note.tsx'
import { Section } from '../../ui/section.tsx'

/** The details of a campaign (specification §2; readings P5, P6). */
export function Component() {
  const { campaign: text } = dashboardText
  const { data } = useLoaderData<typeof loader>()
  return (
    <Loaded
      data={data}
      text={text}
      header={<HiddenHeader title={text.title} />}
      skeleton={CampaignSkeleton}
    >
      {(loaded) => <Campaign {...loaded} />}
    </Loaded>
  )
}

type RecordsProps = Pick<CampaignProps, 'campaign' | 'outside' | 'spending'>

/** What the organiser received elsewhere and spent. */
function KeptRecords({ campaign, outside, spending }: RecordsProps) {
  return (
    <>
      {outside && <OutsideMoney campaign={campaign} outside={outside} />}
      {spending && <Expenses campaign={campaign} spending={spending} />}
    </>
  )
}

const OutsideMoney = lazyPart(async () => (await import('./campaign/records.tsx')).OutsideMoney)
const Expenses = lazyPart(async () => (await import('./campaign/records.tsx')).Expenses)

type CampaignProps = {
  campaign: CampaignDetail
  trust: Trust | null
  /** Null if the person is not the owner. */
  history: CampaignHistoryResponse | null
  decision: CampaignDecision | null
  payee: Payee | null
  /** For the owner and reviewers. */
  outside: OutsideReceipts | null
  /** Where there is a budget. */
  spending: Spending | null
}

function Campaign(loaded: CampaignProps) {
  const { campaign, trust, history, decision, payee, outside, spending } = loaded
  const text = campaignText
  const { origin } = useSite()
  const { title, images, status, acceptsDonations, isOwner } = campaign
  // Sharing and updates come before the owner's settings, unless the campaign is closed or reviewers look at a change.
  const sharesFirst = acceptsDonations && !history?.change
  const owner = <Owner campaign={campaign} history={history} decision={decision} payee={payee} />
  return (
    <article
      className={classNames(
        'grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]',
        (acceptsDonations || isOwner) && 'max-lg:pb-24',
      )}
    >
      <title>{dashboardText.pageTitle({ title })}</title>
      <header className="space-y-3">
        <h1 className="text-2xl font-bold wrap-anywhere">{title}</h1>
        <Organiser {...campaign} />
        <CampaignFacts {...campaign} />
        <OwnerNote campaign={campaign} />
        {!sharesFirst && owner}
        <MemberNote campaign={campaign} />
      </header>
      <CampaignPicture
        image={campaign.image}
        alt={campaign.image?.alt ?? ''}
        sizes="(min-width: 1024px) 640px, 92vw"
        place="first"
        className="rounded-card"
      />
      <aside className="space-y-6 lg:sticky lg:top-24 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:self-start">
        <MoneyFacts campaign={campaign} />
        <Actions campaign={campaign} />
        {status === 'approved' && (
          <section aria-label={text.share.title}>
            <ShareButtons url={origin + publicCampaignPath(campaign.slug)} title={title} />
          </section>
        )}
      </aside>
      <div className="min-w-0 space-y-8">
        {sharesFirst && owner}
        <KeptRecords campaign={campaign} outside={outside} spending={spending} />
        <CampaignStory {...campaign} />
        {trust && <TrustCard campaign={campaign} trust={trust} />}
        <CampaignContact contact={campaign.contact} contactHidden={campaign.contactHidden} />
        <CampaignPictures title={title} images={images} />
        <DeleteCampaign campaign={campaign} />
      </div>
    </article>
  )
}

function Owner({
  campaign,
  history,
  decision,
  payee,
}: Omit<CampaignProps, 'trust' | 'outside' | 'spending'>) {
  const { revalidate } = useRevalidator()
  if (!history || !decision) return null
  const reload = () => void revalidate()
  return (
    <>
      <Statement campaignId={campaign.id} decision={decision} onDone={reload} />
      <OwnerPanel
        campaign={campaign}
        history={history}
        payee={payee}
        historyList={<HistoryList transitions={history.transitions} />}
        onDone={reload}
      />
    </>
  )
}

type Linked = { campaign: Pick<CampaignDetail, 'id' | 'slug' | 'isOwner' | 'memberRole'> }

const ThankYouDialog = lazyPart(async () => (await import('./payouts.tsx')).ThankYouDialog)

/** What a member of the campaign is, with what only members need. */
function MemberNote({ campaign: { id, slug, memberRole } }: Linked) {
  const [isThanking, setThanking] = useState(false)
  const close = () => setThanking(false)
  if (memberRole === null) return null
  const linkClass = 'link tap text-sm'
  return (
    <div className="card flex flex-wrap items-center gap-x-6 px-4 py-2">
      <p>{memberText.you({ role: memberRole })}</p>
      <Link to={peoplePath(id)} className={linkClass}>
        {ownerText.people}
      </Link>
      {memberRole === 'editor' && (
        <>
          <Link to={editCampaignPath(id)} className={linkClass}>
            {ownerText.edit}
          </Link>
          <Link to={updatesPath(slug)} className={linkClass}>
            {campaignText.actions.update}
          </Link>
          <button type="button" className={linkClass} onClick={() => setThanking(true)}>
            {memberText.thank}
          </button>
        </>
      )}
      {isThanking && (
        <ThankYouDialog campaignId={id} donation={null} onSent={close} onClose={close} />
      )}
    </div>
  )
}

/** Funding Goal and Amount Raised, which is 'N/A' if it is unknown (specification §2). */
export function MoneyFacts({ campaign }: { campaign: CampaignDetail }) {
  const text = campaignText
  const { goal, raised, donors } = campaign
  return (
    <Card className="space-y-4 p-5">
      <dl className="grid gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 lg:block">
          <dt className="text-sm text-muted">{text.raised}</dt>
          <dd className="money ml-auto text-lg font-bold lg:text-xl">
            {raised === null ? text.unknown : formatNaira(raised)}
          </dd>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 lg:block">
          <dt className="text-sm text-muted">{text.goal}</dt>
          <dd className="money ml-auto text-lg font-bold lg:text-xl">{formatNaira(goal)}</dd>
        </div>
      </dl>
      <Progress value={raised ?? 0} max={goal} label={text.raisedSoFar} />
      <p className="text-sm text-muted">{text.donors({ count: donors })}</p>
    </Card>
  )
}

/** One strong action per screen: the others are rows of a list. */
const rowClass =
  'flex min-h-12 items-center gap-3 px-4 py-2 font-medium hover:text-forest [&_svg]:text-forest'

/** What the person can do next. The main action is fixed at the bottom of the screen on phones. */
export function Actions({ campaign }: { campaign: CampaignDetail }) {
  const [main, ...others] = listCampaignActions(campaign, { isPublicPage: false })
  return (
    <>
      {main && (
        <div className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:m-0 max-lg:z-10 max-lg:border-t max-lg:border-line max-lg:bg-card max-lg:p-3">
          <ActionLink action={main} className={`${buttonClass('primary')} w-full`} />
        </div>
      )}
      <div className="card divide-y divide-line empty:hidden">
        {[...others, ...listWorkLinks(campaign)].map((action) => (
          <ActionLink key={action.name} action={action} className={rowClass} />
        ))}
      </div>
      {!campaign.acceptsDonations && <Closed campaign={campaign} />}
    </>
  )
}

/** For who looks after the money, and who writes in the name of the campaign. */
const listWorkLinks = ({ id, isOwner, memberRole }: CampaignDetail) => [
  ...(isOwner || memberRole === 'treasurer'
    ? [{ name: ownerText.payouts, to: payoutsPath(id), icon: Wallet }]
    : []),
  ...(isOwner || memberRole === 'editor'
    ? [{ name: ownerText.questions, to: questionsPath(id), icon: MessageCircle }]
    : []),
]

type ActionLinkProps = {
  action: ReturnType<typeof listCampaignActions>[number]
  className: string
}

function ActionLink({ action: { name, to, icon: Icon }, className }: ActionLinkProps) {
  return (
    <Link to={to} className={className}>
      <Icon aria-hidden="true" size={20} />
      {name}
    </Link>
  )
}

function Closed({ campaign }: { campaign: CampaignDetail }) {
  const text = campaignText
  const { status, daysLeft } = campaign
  if (status === 'cancelled') return <p className="font-semibold text-clay">{text.cancelled}</p>
  if (toShownStatus(campaign) === 'ended')
    return (
      <p className="font-semibold text-clay">{isExpired(daysLeft) ? text.expired : text.ended}</p>
    )
  return status === 'approved' ? <p className="text-muted">{text.notAccepting}</p> : null
}

/** 'Delete Campaign', for the owner of a campaign without donations (readings P4). */
export function DeleteCampaign({ campaign }: { campaign: CampaignDetail }) {
  const { campaign: text } = dashboardText
  const { remove, refusal } = useRemove(campaign.id)
  if (!campaign.canDelete) return null
  return (
    <div className="grid gap-4">
      <HoldNote refusal={refusal} />
      <ConfirmButton
        className="w-full justify-self-start text-danger sm:w-auto"
        title={text.deleteTitle}
        question={text.deleteQuestion}
        confirmLabel={text.deleteConfirm}
        onConfirm={remove}
      >
        <Trash2 aria-hidden="true" size={18} />
        {text.delete}
      </ConfirmButton>
    </div>
  )
}

function useRemove(id: string) {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<ApiError>()
  const remove = async () => {
    setRefusal(undefined)
    if (id === '') return toast(toasts.failed.campaignId, 'error')
    try {
      await browserApi.remove('/campaigns/:id', { id })
      toast(toasts.done.campaignDeleted)
      await navigate(paths.profile, { replace: true })
    } catch (error) {
      if (error instanceof ApiError && isHold(error)) return setRefusal(error)
      // All other errors show the message of specification §8.
      const hasDonations = error instanceof ApiError && error.code === 'campaign-has-donations'
      toast(hasDonations ? error.message : toasts.failed.deleteCampaign, 'error')
    }
  }
  return { remove, refusal }
}

const AppealFields = lazyPart(
  async () => (await import('./campaign/appeal-fields.tsx')).AppealFields,
)

type Props = { campaignId: string; decision: CampaignDecision; onDone: () => void }

/** The statement of reasons of the decision in force, and the appeal against it. Nothing where no decision was made. */
function Statement({ campaignId, decision, onDone }: Props) {
  const text = statementText
  const { statement, appeal, canAppeal } = decision
  if (!statement && !appeal) return null
  return (
    <Section
      isSmall
      id="statement"
      title={statement ? text.decisions[statement.kind] : text.appealTitle}
      className="card space-y-4 p-4 sm:p-5"
    >
      {statement && <Facts statement={statement} />}
      {appeal && <AppealState appeal={appeal} />}
      {statement && canAppeal && (
        <>
          <h3 className="font-bold">{text.appealTitle}</h3>
          <p>{text.appealIntro({ until: formatMoment(statement.appealUntil) })}</p>
          <AppealFields campaignId={campaignId} onSent={onDone} />
        </>
      )}
      {statement && !appeal && !canAppeal && <p>{text.tooLate}</p>}
    </Section>
  )
}

function Facts({ statement }: { statement: NonNullable<CampaignDecision['statement']> }) {
  const text = statementText
  const { kind, ground, publicReason, reason, reportReasons, at } = statement
  const reasons = reportReasons.map((each) => moderationSentences.reasons[each]).join('; ')
  return (
    <>
      <p className="text-sm text-muted">{text.decided({ when: formatMoment(at) })}</p>
      {kind !== 'rejection' && <p>{reasons === '' ? text.noReports : text.reports({ reasons })}</p>}
      {ground && <p>{moderationSentences.grounds[ground]}</p>}
      {publicReason && <Quoted title={text.publicReason} text={publicReason} />}
      {kind !== 'rejection' && <Quoted title={text.reason} text={reason} />}
    </>
  )
}

function AppealState({ appeal }: { appeal: NonNullable<CampaignDecision['appeal']> }) {
  const text = statementText
  const { outcome, at, reason } = appeal
  if (outcome === null)
    return <p className="font-medium">{text.waiting({ when: formatMoment(at) })}</p>
  return <Quoted title={text[outcome]} text={reason ?? ''} />
}

const borders = { danger: 'border-danger', marigold: 'border-marigold' }
type QuotedProps = { title: string; text: string; tone?: 'danger' | 'marigold' }

function Quoted({ title, text, tone = 'danger' }: QuotedProps) {
  return (
    <div className="space-y-2">
      <p className="font-medium">{title}</p>
      <blockquote className={`border-l-4 ${borders[tone]} pl-3 whitespace-pre-line wrap-anywhere`}>
        {text}
      </blockquote>
    </div>
  )
}

const AnswerForm = lazyPart(async () => (await import('./campaign/answer-form.tsx')).AnswerForm)

type OwnerPanelProps = {
  campaign: CampaignDetail
  history: CampaignHistoryResponse
  historyList: ReactNode
  payee: Payee | null
  onDone: () => void
}

export function OwnerPanel({ campaign, history, historyList, payee, onDone }: OwnerPanelProps) {
  const text = ownerText
  const { id, status } = campaign
  const isOver = status === 'ended' || status === 'cancelled' || status === 'taken-down'
  return (
    <Section isSmall id="owner-panel" title={text.title} className="card space-y-4 p-4 sm:p-5">
      <Question campaign={campaign} history={history} onDone={onDone} />
      {!isOver && (
        <div className="flex flex-col gap-3 sm:flex-row">
          <Link to={editCampaignPath(id)} className={`${buttonClass('quiet')} max-sm:px-4`}>
            <Pencil aria-hidden="true" size={18} />
            {status === 'rejected' ? text.resubmit : text.edit}
          </Link>
          {toShownStatus(campaign) === 'approved' && (
            <EndCampaign campaignId={id} onEnded={onDone} />
          )}
        </div>
      )}
      {payee && <PayeePanel campaign={campaign} payee={payee} onAsked={onDone} />}
      <Consents campaignId={campaign.id} />
      <div className="flex flex-wrap gap-x-6">
        <Link to={peoplePath(id)} className="link tap text-sm">
          {text.people}
        </Link>
        <Link to={webhookPath(id)} className="link tap text-sm">
          {text.webhook}
        </Link>
      </div>
      {history.transitions.length > 0 && (
        <details>
          <summary className="font-semibold">{historyText.title}</summary>
          <div className="pt-2">{historyList}</div>
        </details>
      )}
    </Section>
  )
}

/** An unanswered question about the campaign or a change of it, or the state of the last change. */
function Question({ campaign, history, onDone }: Omit<OwnerPanelProps, 'historyList' | 'payee'>) {
  const text = ownerText
  const { change, transitions } = history
  const fields = change?.fields.map((field) => editsText.fields[field]).join(', ') ?? ''
  const lastReason = (event: string) =>
    transitions.filter((transition) => transition.event === event).at(-1)?.reason ?? ''
  if (campaign.status === 'information-requested')
    return (
      <>
        <Quoted tone="marigold" title={text.question} text={lastReason('ask')} />
        <AnswerForm campaignId={campaign.id} canRemoveDocuments onAnswered={onDone} />
      </>
    )
  if (change?.status === 'information-requested')
    return (
      <>
        <Quoted
          tone="marigold"
          title={text.changeAsked({ fields })}
          text={lastReason('change-ask')}
        />
        <AnswerForm campaignId={campaign.id} canRemoveDocuments={false} onAnswered={onDone} />
      </>
    )
  if (change) return <p>{text.changePending({ fields })}</p>
  const isRejected = transitions.at(-1)?.event === 'change-reject'
  return isRejected ? (
    <Quoted tone="marigold" title={text.changeRejected} text={lastReason('change-reject')} />
  ) : null
}

/** The status of a campaign that is not public, and the reason, for its owner and reviewers (readings P3, P5). */
function OwnerNote({ campaign }: { campaign: CampaignDetail }) {
  const { campaign: text } = dashboardText
  const { isOwner, status, rejectionReason } = campaign
  if (status === 'approved') return isOwner ? <StatusNote campaign={campaign} /> : null
  return (
    <div className="card space-y-2 p-4">
      <StatusNote campaign={campaign} />
      <p>{text.hints[status]}</p>
      {rejectionReason !== null && (
        <blockquote className="border-l-4 border-danger pl-3 whitespace-pre-line wrap-anywhere">
          {rejectionReason}
        </blockquote>
      )}
    </div>
  )
}

type PayeePanelProps = {
  campaign: Pick<CampaignDetail, 'id' | 'status'>
  payee: Payee
  onAsked: () => void
}

/** Who receives the money of the campaign, for its organiser, with a button that mails the link again. */
function PayeePanel({ campaign, payee, onAsked }: PayeePanelProps) {
  const { panel: text, kinds } = payeeText
  const { run, busy } = useApiAction()
  const askAgain = () =>
    run(async () => {
      await browserApi.post('/campaigns/:id/payee/ask', {}, { id: campaign.id })
      toast(text.asked)
      onAsked()
    })
  const isPublic = campaign.status === 'approved' && payee.state === 'not-asked'
  return (
    <div className="space-y-2">
      <h3 className="font-semibold">{text.title}</h3>
      <p className="font-medium wrap-anywhere">
        {payee.kind === 'self' ? kinds.self : `${payee.name} (${kinds[payee.kind]})`}
      </p>
      {!isPublic && <p className="text-sm text-muted">{text.states[payee.state]}</p>}
      <p className="text-sm text-muted wrap-anywhere">
        {payee.confirmedName === null
          ? text.unconfirmedName
          : text.confirmedName({ name: payee.confirmedName })}
      </p>
      {payee.canAskAgain && (
        <Button variant="quiet" busy={busy} onClick={() => void askAgain()}>
          {text.askAgain}
        </Button>
      )}
    </div>
  )
}

/** The consents that the organiser confirmed for a campaign, each with a button that withdraws it. */
function Consents({ campaignId }: { campaignId: string }) {
  const { consents: text } = ownerText
  const { consents, load } = useConsents(campaignId)
  const { run, pending } = useApiAction()
  const withdraw = ({ kind }: Consent) =>
    run(async () => {
      await browserApi.remove('/campaigns/:id/consents/:kind', { id: campaignId, kind })
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
                ? text.given({ day: formatMoment(consent.givenAt) })
                : text.withdrawn({ day: formatMoment(consent.withdrawnAt) })}
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

function useConsents(campaignId: string) {
  const [consents, setConsents] = useState<Consent[]>([])
  const load = useCallback(
    () =>
      browserApi.get('/campaigns/:id/consents', { id: campaignId }).then(
        (response) => setConsents(response.consents),
        // The panel works without the list.
        () => {},
      ),
    [campaignId],
  )
  useEffect(() => void load(), [load])
  return { consents, load }
}

type EndCampaignProps = { campaignId: string; onEnded: () => void }

/** A campaign with donations is ended, not deleted (readings P4). */
function EndCampaign({ campaignId, onEnded }: EndCampaignProps) {
  const text = ownerText
  const end = () =>
    runApiAction(async () => {
      const asked = await browserApi.post('/campaigns/:id/end', {}, { id: campaignId })
      toast(asked ? text.asked : text.ended)
      onEnded()
    })
  return (
    <ConfirmButton title={text.endTitle} question={text.endQuestion} onConfirm={end}>
      {text.end}
    </ConfirmButton>
  )
}
