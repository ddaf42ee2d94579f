import { Download } from 'lucide-react'

import type { CampaignDetail } from '#shared/campaign.ts'
import { badgePath, embedPath, toSnippets } from '#shared/embed.ts'
import { sharePath, sharePictures, statusPicturePath } from '#shared/share.ts'
import { useActionData, useLoaderData } from '#web/router/navigate.tsx'
import { redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { useSite } from '../../api/site.tsx'
import { OneButtonForm } from '../../forms/action-form.tsx'
import { catchApiError } from '../../forms/form-result.ts'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { personalLinkPath, publicCampaignPath } from '../../navigation/paths.ts'
import { shareKitText } from '../../text/share-kit.ts'
import { buttonClass } from '../../ui/button.tsx'
import { BackLink, PageHead } from '../../ui/page-head.tsx'
import { loadCampaignBySlug } from '../parts/campaign/campaign.loaders.ts'
import { ShareButtons } from '../parts/campaign/share-buttons.tsx'
import { ShareMessagesList } from '../parts/campaign/share-messages-list.tsx'
import { Section } from '../../ui/section.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  return { campaign: await loadCampaignBySlug({ context, params }) }
}

/** Creates a personal link and opens its page, whose address is the only key to its result. */
export async function action({ context, params }: ActionFunctionArgs) {
  return catchApiError(async () => {
    const { id } = await loadCampaignBySlug({ context, params })
    const { token } = await getApi(context).post('/campaigns/:id/personal-links', {}, { id })
    return redirect(personalLinkPath(token))
  })
}

/** Messages, pictures and posters of a campaign, and a personal link. Works without script. */
export function Component() {
  const text = shareKitText
  const { origin } = useSite()
  const { campaign } = useLoaderData<typeof loader>()
  const refusal = useActionData<typeof action>()
  const { title, slug } = campaign
  const url = origin + publicCampaignPath(slug)
  return (
    <PublicLayout>
      <PageHead title={text.title} description={text.description({ title })} />
      <div className="wrap max-w-4xl space-y-10 py-6 lg:py-10">
        <header>
          <BackLink to={publicCampaignPath(slug)}>{text.back}</BackLink>
          <h1 className="mt-2 text-2xl font-extrabold">{text.title}</h1>
          <p className="mt-2 text-muted wrap-anywhere">{text.intro({ title })}</p>
        </header>
        <ShareButtons url={url} title={title} isMain />
        <Section id="messages" title={text.messages} className="space-y-4">
          <ShareMessagesList url={url} title={title} />
        </Section>
        <Section id="personal" title={text.personal.title} className="card space-y-4 p-5 sm:p-6">
          <p className="max-w-prose">{text.personal.intro}</p>
          <OneButtonForm result={refusal}>{text.personal.create}</OneButtonForm>
        </Section>
        <Pictures campaign={campaign} />
        <Print id={campaign.id} />
        <WebsiteSnippets campaign={campaign} />
      </div>
    </PublicLayout>
  )
}

function Pictures({ campaign }: { campaign: CampaignDetail }) {
  const text = shareKitText
  const pictures = [
    { name: text.previewPicture, path: sharePath(campaign), ...sharePictures.preview },
    { name: text.statusPicture, path: statusPicturePath(campaign), ...sharePictures.status },
  ]
  return (
    <Section id="pictures" title={text.pictures} className="space-y-4">
      <ul className="flex flex-wrap items-start gap-6">
        {pictures.map(({ name, path, width, height }) => (
          <li key={path} className="space-y-2">
            <img
              src={path}
              alt={text.pictureAlt({ title: campaign.title })}
              width={width}
              height={height}
              loading="lazy"
              className="h-auto max-h-64 w-auto rounded-card border border-line"
            />
            <a href={path} download className={buttonClass('quiet')}>
              <Download size={18} aria-hidden="true" />
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Print({ id }: { id: string }) {
  const text = shareKitText
  const path = `/share/${encodeURIComponent(id)}`
  return (
    <Section id="print" title={text.print} className="space-y-4">
      <p>{text.printHint}</p>
      <div className="flex flex-wrap gap-3">
        <a href={`${path}/poster.pdf`} className={buttonClass('quiet')}>
          <Download size={18} aria-hidden="true" />
          {text.poster}
        </a>
        <a href={`${path}/card.pdf`} className={buttonClass('quiet')}>
          <Download size={18} aria-hidden="true" />
          {text.card}
        </a>
      </div>
    </Section>
  )
}

type Props = { campaign: Pick<CampaignDetail, 'slug' | 'title'> }

/** Text to copy into another website. One click selects a whole snippet, without script. */
export function WebsiteSnippets({ campaign: { slug, title } }: Props) {
  const text = shareKitText.website
  const { origin } = useSite()
  const label = text.label({ title })
  const { frame, button, badgeHtml, badgeMarkdown } = toSnippets({ origin, slug, title, label })
  const snippets = [
    { name: text.frame, code: frame },
    { name: text.button, code: button },
    { name: text.badgeHtml, code: badgeHtml },
    { name: text.badgeMarkdown, code: badgeMarkdown },
  ]
  return (
    <Section id="website" title={text.title} className="space-y-4">
      <p className="max-w-prose">{text.intro}</p>
      <p>
        <a href={embedPath(slug)} className="link tap">
          {text.open}
        </a>
      </p>
      <img
        src={badgePath(slug)}
        alt={text.badgeAlt({ title })}
        height={28}
        className="h-7 max-w-full"
      />
      {snippets.map(({ name, code }) => (
        <div key={name}>
          <h3 className="font-bold">{name}</h3>
          <code className="mt-2 block rounded-card border border-line bg-card p-4 font-mono text-sm wrap-anywhere select-all">
            {code}
          </code>
        </div>
      ))}
    </Section>
  )
}
