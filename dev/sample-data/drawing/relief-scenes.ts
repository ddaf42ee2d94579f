import { outdoors, type Light } from './light.ts'
import { person } from './person.ts'
import { circle, each, ellipse, faint, line, path, rect, upTo, type Drawing } from './shapes.ts'
import { fruit, house, palm, tree, umbrella } from './things.ts'

export const reliefScenes = { flood, market }

/** Houses to their windows in brown water, and a canoe between them. */
function flood(light: Light): Drawing {
  return [
    outdoors(light, 560),
    palm(90, 720, 1.2),
    tree(1500, 700, 1.2, '#4F7F63'),
    house(330, 690, 1.35, ['#D98E5F', '#7A4630']),
    house(760, 670, 1.1, ['#EAD9B8', '#8A4B2F']),
    house(1180, 690, 1.35, ['#8FB8C9', '#5F4A3D']),
    rect([0, 620, 1600, 380], '#8C7355'),
    faint(0.5, rect([0, 620, 1600, 18], '#C3AE8E')),
    each(upTo(16), (index) =>
      line(
        `M${40 + ((index * 277) % 1500)} ${670 + ((index * 53) % 310)} q36 -14 84 0`,
        '#B59C78',
        7,
      ),
    ),
    faint(
      0.18,
      each([330, 760, 1180], (x) => path(`M${x - 170} 640 L${x} 780 L${x + 170} 640 Z`, '#3A2A1C')),
    ),
    path('M420 850 H1180 Q1100 960 980 960 H620 Q500 960 420 850 Z', '#5F3D24'),
    path('M420 850 H1180 L1160 880 H440 Z', '#7A5237'),
    person(560, 870, 1, {
      top: '#00663F',
      bottom: '#27496D',
      hair: 'cap',
      cloth: '#F5B841',
      arms: 'forward',
    }),
    line('M620 720 L470 990', '#9A6B42', 12),
    person(740, 872, 0.95, {
      top: '#E4572E',
      dress: true,
      hair: 'wrap',
      cloth: '#F5B841',
      arms: 'carry',
    }),
    ellipse([740, 760], [32, 22], '#FFF8EA'),
    person(880, 872, 0.7, { top: '#F5B841', bottom: '#27496D', hair: 'puffs', arms: 'one-up' }),
    person(1010, 872, 0.95, { top: '#8E44AD', dress: true, hair: 'scarf', cloth: '#F3D9EC' }),
    each(upTo(3), (index) =>
      rect([1070, 830 - index * 34, 80, 32], ['#C9A26B', '#B58B55', '#D9B98A'][index] ?? '', 6),
    ),
    each(upTo(26), (index) =>
      line(`M${(index * 173) % 1600} ${(index * 97) % 560} l-14 46`, '#FFFFFF55', 4),
    ),
  ].join('')
}

/** Stalls under umbrellas, some of them still being put up again. */
function market(light: Light): Drawing {
  const stalls = [
    [260, ['#B93A1E', '#F7E3D0'], '#E4572E'],
    [640, ['#00663F', '#DFF5E6'], '#F5B841'],
    [1020, ['#F5B841', '#FFF3D0'], '#5C9B5F'],
  ] as const
  return [
    outdoors(light, 600),
    each(
      upTo(5),
      (index) =>
        rect(
          [40 + index * 330, 430, 290, 200],
          ['#D9B48A', '#C98F5E', '#E3C7A0'][index % 3] ?? '',
          4,
        ) + path(`M${24 + index * 330} 436 l161 -70 161 70 Z`, '#8A4B2F'),
    ),
    each(
      stalls,
      ([x, colours, produce]) =>
        umbrella(x, 840, 1.15, colours) +
        rect([x - 160, 750, 320, 26], '#9A6B42', 6) +
        rect([x - 150, 776, 300, 110], '#C79A6B', 6) +
        each([-100, 0, 100], (dx) => fruit(x + dx, 752, produce)),
    ),
    each([1290, 1500], (x) => rect([x - 8, 520, 16, 380], '#9A6B42')),
    line('M1280 530 H1510 M1290 640 L1500 540', '#9A6B42', 14),
    rect([1300, 880, 200, 22], '#B07C4E', 4),
    person(1390, 900, 1.05, {
      top: '#2E86AB',
      bottom: '#3A3A3A',
      hair: 'cap',
      cloth: '#F5B841',
      arms: 'up',
    }),
    person(430, 930, 1.1, {
      top: '#8E44AD',
      dress: true,
      hair: 'wrap',
      cloth: '#F28C28',
      arms: 'carry',
    }),
    person(820, 940, 1.1, {
      top: '#E4572E',
      dress: true,
      hair: 'scarf',
      cloth: '#7FB2A5',
      arms: 'forward',
    }),
    person(1150, 950, 0.75, { top: '#00663F', bottom: '#27496D', arms: 'one-up' }),
    ellipse([430, 800], [52, 20], '#9A6B42'),
    each([400, 430, 460], (x) => circle(x, 786, 20, '#F28C28')),
    each([90, 160], (x) => ellipse([x, 940], [70, 30], '#9A6B42') + fruit(x, 930, '#B93A1E')),
  ].join('')
}
