import { PublicLayout } from '#web/layouts/public-layout.tsx'
import { paths } from '#web/navigation/paths.ts'
import { layoutText } from '#web/text/layout.ts'
import { siteText } from '#web/text/site.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { NotFoundPicture } from '#web/ui/not-found-picture.tsx'
import { Link } from '#web/router/navigate.tsx'

/** Specification §2, Not-found screen. */
export function Component() {
  const { notFound } = siteText
  const { pageTitle, browseCampaigns } = layoutText
  return (
    <PublicLayout>
      <title>{pageTitle({ title: notFound.title })}</title>
      <div className="wrap flex min-h-[60vh] flex-col items-center justify-center gap-4 py-16 text-center">
        <NotFoundPicture />
        <h1 className="text-2xl font-extrabold">{notFound.title}</h1>
        <p className="text-muted">{notFound.text}</p>
        <div className="mt-3 flex flex-wrap justify-center gap-3">
          <Link to={paths.overview} className={buttonClass()}>
            {notFound.home}
          </Link>
          <Link to={paths.publicCampaigns} className={buttonClass('quiet')}>
            {browseCampaigns}
          </Link>
        </div>
      </div>
    </PublicLayout>
  )
}
