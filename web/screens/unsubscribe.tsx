import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'

import { PublicLayout } from '../app/layouts/public-layout.tsx'
import { PageHead } from '../app/page-head.tsx'
import { paths } from '../paths.ts'
import { unsubscribeText } from '../text/unsubscribe.ts'
import { Button, buttonClass } from '../ui/button.tsx'

export function loader({ request }: LoaderFunctionArgs) {
  return { isDone: new URL(request.url).searchParams.has('done') }
}

/** Looking at it ends nothing: programs look at links in mails. The button's form goes to the address that mail programs post to. */
export function Component() {
  const text = unsubscribeText
  const { isDone } = useLoaderData<typeof loader>()
  return (
    <PublicLayout>
      <PageHead title={text.title} />
      <div className="wrap max-w-xl space-y-6 py-8 lg:py-12">
        <h1 className="text-2xl font-extrabold">{text.title}</h1>
        {isDone ? (
          <>
            <output className="card block p-5 font-semibold">{text.done}</output>
            <Link to={paths.landing} className={buttonClass('quiet')}>
              {text.home}
            </Link>
          </>
        ) : (
          <form method="post" className="space-y-6">
            <p>{text.question}</p>
            <Button type="submit">{text.confirm}</Button>
          </form>
        )}
      </div>
    </PublicLayout>
  )
}
