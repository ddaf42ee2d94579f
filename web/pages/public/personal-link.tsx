import { formatNairaInText } from '#shared/money.ts'
import type { PersonalLink } from '#shared/personal-link.ts'
import { useLoaderData, Link } from '#web/router/navigate.tsx'
import type { LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { useSite } from '../../api/site.tsx'
import { ShareButtons } from '../parts/campaign/share-buttons.tsx'
import { ShareMessagesList } from '../parts/campaign/share-messages-list.tsx'
import { PublicLayout } from '../../layouts/public-layout.tsx'
import { linkedCampaignPath, publicCampaignPath } from '../../navigation/paths.ts'
import { shareKitText } from '../../text/share-kit.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'

export async function loader({ context, params }: LoaderFunctionArgs) {
  return { link: await getApi(context).get('/personal-links/:id', { id: params.token ?? '' }) }
}

/** The link of a friend or donor, and what came in through it. */
export function Component() {
  const { result: text } = shareKitText
  const { origin } = useSite()
  const { link } = useLoaderData<typeof loader>()
  const { slug, title } = link.campaign
  const url = origin + linkedCampaignPath(slug, link.code)
  return (
    <PublicLayout>
      <PageHead title={text.title} />
      <div className="wrap max-w-4xl space-y-8 py-6 lg:py-10">
        <header className="space-y-2">
          <h1 className="text-2xl font-extrabold">{text.title}</h1>
          <Link to={publicCampaignPath(slug)} className="link tap wrap-anywhere">
            {title}
          </Link>
        </header>
        <Result link={link} />
        <Section id="share" title={text.share} className="space-y-4">
          <p className="code wrap-anywhere">{url}</p>
          <ShareButtons url={url} title={title} isMain />
          <ShareMessagesList url={url} title={title} />
        </Section>
        <p className="text-sm text-muted">{text.keep}</p>
      </div>
    </PublicLayout>
  )
}

function Result({ link: { people, counted, amount } }: { link: PersonalLink }) {
  const { result: text } = shareKitText
  const first =
    counted > 0
      ? text.people({ people: counted, amount: formatNairaInText(amount) })
      : text.waiting({ people })
  return (
    <div className="card space-y-2 p-5">
      <p className="text-lg font-bold">{people === 0 ? text.none : first}</p>
      {counted > 0 && people > counted && <p>{text.more({ people: people - counted })}</p>}
      {people > 0 && <p className="text-sm text-muted">{text.groups}</p>}
    </div>
  )
}
