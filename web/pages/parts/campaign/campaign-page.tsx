import { CalendarDays, FileText, Mail, MapPin, Phone, Tag, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'

import type { CampaignDetail } from '#shared/campaign.ts'
import { findLastDay } from '#shared/last-day.ts'
import { documentPath, toMegabytes } from '#shared/document-file.ts'
import type { PublicDocument } from '#shared/document.ts'
import type { Image } from '#shared/image-schema.ts'
import { Link } from '#web/router/navigate.tsx'

import { lastDayPath, paths } from '../../../navigation/paths.ts'
import { campaignText } from '../../../text/campaign.ts'
import { categoryName } from '../../../format/category-name.ts'
import { formatDay } from '../../../format/day.ts'
import { toInitials } from '../../../format/initials.ts'
import { CampaignPicture } from '../../../ui/campaign-picture.tsx'
import { Gallery } from '../../../ui/gallery.tsx'
import { isClosed, isExpired } from './campaign-card.tsx'

type CampaignPageProps = {
  campaign: CampaignDetail
  aside: ReactNode
  /** What stands below the story. */
  children?: ReactNode
  /** True in the review queue, where the heading has a lower level and the picture loads lazily. */
  isPreview?: boolean
}

/** The public content of a campaign (readings P1). */
export function CampaignPage({ campaign, aside, children, isPreview = false }: CampaignPageProps) {
  const { title, images } = campaign
  const Heading = isPreview ? 'h3' : 'h1'
  const onPage = (classes: string) => (isPreview ? '' : classes)
  return (
    <div
      className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${onPage('lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-12 lg:gap-y-8')}`}
    >
      <header className={onPage('lg:col-span-2 lg:max-w-4xl')}>
        <Heading className="text-xl font-extrabold wrap-anywhere sm:text-3xl">{title}</Heading>
      </header>
      <div className={`order-1 space-y-3 ${onPage('lg:order-none lg:col-span-2 lg:-mt-5')}`}>
        <Organiser {...campaign} />
        <CampaignFacts {...campaign} />
      </div>
      <CampaignPicture
        image={images[0] ?? campaign.image}
        alt={images[0]?.alt || title}
        sizes="(min-width: 1152px) 736px, (min-width: 1024px) 62vw, 92vw"
        place={isPreview ? 'below' : 'first'}
        className={`order-first rounded-card ${onPage('lg:order-none')}`}
      />
      <div className={onPage('lg:col-start-2 lg:row-span-2 lg:row-start-3')}>{aside}</div>
      <div className={`order-2 space-y-4 lg:space-y-8 ${onPage('lg:order-none lg:col-start-1')}`}>
        <CampaignStory {...campaign} />
        {children}
        <CampaignPictures title={title} images={images} />
        <CampaignContact contact={campaign.contact} contactHidden={campaign.contactHidden} />
      </div>
    </div>
  )
}

type CampaignStoryProps = Pick<
  CampaignDetail,
  'description' | 'raiseMoneyFor' | 'importance' | 'impact'
>

/** The owner's texts, with their line breaks. Phones fold them, with an element that needs no script. */
export function CampaignStory(campaign: CampaignStoryProps) {
  const text = campaignText
  return (
    <div className="group/story">
      <div className="space-y-8 max-lg:group-has-[>details:not([open])]/story:max-h-48 max-lg:group-has-[>details:not([open])]/story:overflow-hidden max-lg:group-has-[>details:not([open])]/story:[-webkit-mask-image:linear-gradient(#000_70%,transparent)] forced-colors:[-webkit-mask-image:none]! print:max-h-none!">
        <Passage title={text.story} text={campaign.description} />
        <Passage title={text.useOfFunds} text={campaign.raiseMoneyFor} />
        <Passage title={text.importance} text={campaign.importance} />
        <Passage title={text.impact} text={campaign.impact} />
      </div>
      <details className="open:hidden lg:hidden print:hidden">
        <summary className="link w-fit">{text.readMore}</summary>
      </details>
    </div>
  )
}

function Passage({ title, text }: { title: string; text: string }) {
  if (text === '') return null
  return (
    <section>
      <h2 className="text-xl font-bold">{title}</h2>
      <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">{text}</p>
    </section>
  )
}

export function CampaignPictures({ title, images }: { title: string; images: Image[] }) {
  const text = campaignText
  if (images.length === 0) return null
  return (
    <section>
      <h2 className="text-xl font-bold">{text.gallery}</h2>
      <Gallery images={images} toName={(number) => text.pictureAlt({ title, number })} />
    </section>
  )
}

type CampaignFactsProps = Pick<
  CampaignDetail,
  'slug' | 'city' | 'country' | 'category' | 'endDate' | 'daysLeft' | 'status' | 'acceptsDonations'
>

export function CampaignFacts(campaign: CampaignFactsProps) {
  const { slug, city, country, category } = campaign
  const lastDay = findLastDay(campaign)
  const text = campaignText
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-muted">
      <Fact name={text.where} icon={<MapPin size={16} aria-hidden="true" />}>
        {text.place({ city, country })}
      </Fact>
      <Fact name={text.category} icon={<Tag size={16} aria-hidden="true" />}>
        {categoryName(category)}
      </Fact>
      <Fact name={text.endDate} icon={<CalendarDays size={16} aria-hidden="true" />}>
        {describeEnd(campaign)}{' '}
        {lastDay !== null && (
          <a href={lastDayPath(slug)} className="link -my-2.5 inline-flex min-h-11 items-center">
            {text.lastDay({ day: formatDay(lastDay) })}
          </a>
        )}
      </Fact>
    </dl>
  )
}

/** Shows the date alone when the campaign was ended before it. */
function describeEnd({ endDate, daysLeft, status }: CampaignFactsProps): string {
  if (endDate === null) return campaignText.noEndDate
  const day = formatDay(endDate)
  if (isExpired(daysLeft)) return campaignText.endedOn({ day })
  return isClosed({ daysLeft, status }) ? day : campaignText.endsOn({ day })
}

function Fact({ name, icon, children }: { name: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="mt-0.5">
        <span className="sr-only">{name}</span>
        {icon}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

type OrganiserProps = Pick<CampaignDetail, 'owner'>

/** Who raises the money. */
export function Organiser({ owner: { firstname, lastname } }: OrganiserProps) {
  const text = campaignText
  return (
    <div className="flex items-center gap-3">
      <span
        aria-hidden="true"
        className="grid size-11 shrink-0 place-items-center rounded-full border border-line bg-mint font-bold text-on-mint"
      >
        {toInitials(firstname, lastname)}
      </span>
      <p className="min-w-0 text-muted wrap-anywhere">
        {text.organiser({ name: `${firstname} ${lastname}` })}
      </p>
    </div>
  )
}

type CampaignContactProps = Pick<CampaignDetail, 'contact' | 'contactHidden'>

/** Null means that the person may not see the contact (readings P6). */
export function CampaignContact({ contact, contactHidden }: CampaignContactProps) {
  const text = campaignText
  // As high as the contact, which the browser adds for a person who is signed in.
  return (
    <section className="min-h-36">
      <h2 className="text-xl font-bold">{text.contact}</h2>
      {contact === null ? (
        <p className="mt-2 text-muted">
          {text.contactHidden[contactHidden ?? 'log-in']} <NextStep hiding={contactHidden} />
        </p>
      ) : (
        <address className="mt-3 grid gap-2 not-italic wrap-anywhere">
          <p className="flex items-center gap-2">
            <UserRound size={18} aria-hidden="true" className="shrink-0 text-muted" />
            {contact.name || text.unknownName}
          </p>
          <p className="flex items-center gap-2">
            <Mail size={18} aria-hidden="true" className="shrink-0 text-muted" />
            {contact.email ? (
              <a href={`mailto:${contact.email}`} className="link">
                {contact.email}
              </a>
            ) : (
              text.unknownEmail
            )}
          </p>
          {contact.phone && (
            <p className="flex items-center gap-2">
              <Phone size={18} aria-hidden="true" className="shrink-0 text-muted" />
              <a href={`tel:${contact.phone.replaceAll(/[^+\d]/g, '')}`} className="link">
                {contact.phone}
              </a>
            </p>
          )}
        </address>
      )}
    </section>
  )
}

function NextStep({ hiding }: { hiding: CampaignDetail['contactHidden'] }) {
  const text = campaignText
  if (hiding === 'too-many') return null
  const isUnconfirmed = hiding === 'confirm-address'
  return (
    <Link to={isUnconfirmed ? paths.emailVerification : paths.login} className="link">
      {isUnconfirmed ? text.confirmAddress : text.logIn}
    </Link>
  )
}

/** The supporting documents that the organiser published. They are downloaded, because our pages never show them. */
export function PublicDocuments({ documents }: { documents: readonly PublicDocument[] }) {
  const { documents: text } = campaignText
  if (documents.length === 0) return null
  return (
    <section>
      <h2 className="text-xl font-bold">{text.title}</h2>
      <p className="mt-1 text-sm text-muted">{text.intro}</p>
      <ul className="mt-2 grid">
        {documents.map(({ id, name, sizeBytes }) => (
          <li key={id}>
            <a href={documentPath(id)} download={name} className="link tap gap-2 wrap-anywhere">
              <FileText size={18} aria-hidden="true" className="shrink-0" />
              {text.download({ name, megabytes: toMegabytes(sizeBytes) })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
