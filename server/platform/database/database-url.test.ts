import { expect, it } from 'vitest'

import { toHostUrls } from './database-url.ts'

it.each([
  ['postgres://u:p@one:5432/ajo', ['postgres://u:p@one:5432/ajo']],
  [
    'postgres://u:p@one:5432,two:5433/ajo?sslmode=require',
    ['postgres://u:p@one:5432/ajo?sslmode=require', 'postgres://u:p@two:5433/ajo?sslmode=require'],
  ],
  [
    'postgresql://u:p@one,two/ajo?target_session_attrs=read-write',
    ['postgresql://u:p@one/ajo', 'postgresql://u:p@two/ajo'],
  ],
  [
    'postgres://u@localhost/ajo?host=/run/a,/run/b&port=5432,5433',
    [
      'postgres://u@localhost/ajo?host=%2Frun%2Fa&port=5432',
      'postgres://u@localhost/ajo?host=%2Frun%2Fb&port=5433',
    ],
  ],
])('splits %s into one URL for each host', (url, expected) => {
  expect(toHostUrls(url)).toEqual(expected)
})

it.each(['mysql://one/ajo', 'postgres://one:port/ajo', 'postgres://one,two:99999/ajo', ''])(
  'refuses %j',
  (url) => {
    expect(toHostUrls(url)).toBeUndefined()
  },
)
