import { z } from 'zod';
import { LIMITS } from '#isomorphic/limits.ts';
import { WIDGET_LANGUAGES } from '#isomorphic/widget-languages.ts';
import { requiredText, text } from './fields.ts';

const WidgetLanguage = z
  .enum(WIDGET_LANGUAGES)
  .meta({ id: 'WidgetLanguage', description: 'A language of the widget.' });

const starterQuestions = z
  .array(requiredText(LIMITS.starterQuestionCharacters))
  .max(LIMITS.starterQuestions, `must have at most ${LIMITS.starterQuestions} questions`);

const greeting = text(LIMITS.agentMessageCharacters)
  .nullable()
  .transform((value) => (value?.trim() ? value : null));

const texts = {
  greeting: greeting.default(null).meta({
    description: 'Said in an empty chat; null takes the welcome message of the agent.',
  }),
  starter_questions: starterQuestions
    .default([])
    .meta({ description: 'Questions that visitors ask with a click, in an empty chat.' }),
};

const Position = z.enum(['end', 'start']).meta({
  id: 'WidgetPosition',
  description: 'The lower corner of its button: `end` is the right one, on Arabic pages the left.',
});
const Mode = z.enum(['bubble', 'inline', 'search']).meta({
  id: 'WidgetMode',
  description:
    'A button that opens the chat, the chat as a part of the page, or a search bar that opens it with a question.',
});
const Theme = z
  .enum(['page', 'light', 'dark'])
  .meta({ id: 'WidgetTheme', description: '`page` follows the page.' });

const choices = {
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #2b5c8a, or null')
    .transform((color) => color.toLowerCase())
    .nullable()
    .default(null)
    .meta({ description: 'Of buttons and links, as `#rrggbb`; null takes the blue of Footnote.' }),
  position: Position.default('end'),
  mode: Mode.default('bubble'),
  theme: Theme.default('page'),
  language: WidgetLanguage.nullable()
    .default(null)
    .meta({ description: 'Null follows the page, then the browser of the visitor.' }),
};

const translations = z
  .partialRecord(WidgetLanguage, z.strictObject(texts))
  .default({})
  .meta({ description: 'Greeting and starter questions in other languages, by language.' });

export const SetWidgetAppearance = z.strictObject({ ...choices, ...texts, translations }).meta({
  id: 'SetWidgetAppearance',
  description: 'How the chat widgets of an agent look and begin. Fields that are left out are as by default.',
});

const seenTexts = {
  greeting: z
    .string()
    .nullable()
    .meta({ description: 'Said in an empty chat; null takes the welcome message of the agent.' }),
  starter_questions: z
    .array(z.string())
    .meta({ description: 'Questions that visitors ask with a click, in an empty chat.' }),
};

/** How a chat widget looks and begins: of the agent, for all its tokens. */
export const WidgetAppearance = z
  .object({
    color: z
      .string()
      .nullable()
      .meta({ description: 'Of buttons and links, as `#rrggbb`; null is the blue of Footnote.' }),
    position: Position,
    mode: Mode,
    theme: Theme,
    language: WidgetLanguage.nullable().meta({
      description: 'The language of its words; null follows the page, then the browser of the visitor.',
    }),
    ...seenTexts,
    translations: z
      .partialRecord(WidgetLanguage, z.object(seenTexts))
      .meta({ description: 'Greeting and starter questions in other languages, by language.' }),
  })
  .meta({ id: 'WidgetAppearance', description: 'How the chat widgets of an agent look and begin.' });

export type WidgetAppearance = z.infer<typeof WidgetAppearance>;

/** As stored, or as widgets look by default. */
export const appearanceOf = (stored: string | null): WidgetAppearance =>
  SetWidgetAppearance.parse(stored === null ? {} : JSON.parse(stored));
