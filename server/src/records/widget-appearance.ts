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

const choices = {
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #2b5c8a, or null')
    .transform((color) => color.toLowerCase())
    .nullable()
    .default(null)
    .meta({ description: 'Of buttons and links, as `#rrggbb`; null takes the blue of Footnote.' }),
  position: z
    .enum(['end', 'start'])
    .default('end')
    .meta({
      description: 'The lower corner of its button: `end` is the right one, on Arabic pages the left.',
    }),
  mode: z.enum(['bubble', 'inline', 'search']).default('bubble').meta({
    description:
      'A button that opens the chat, the chat as a part of the page, or a search bar that opens it with a question.',
  }),
  theme: z.enum(['page', 'light', 'dark']).default('page').meta({ description: '`page` follows the page.' }),
  language: WidgetLanguage.nullable()
    .default(null)
    .meta({ description: 'Null follows the page, then the browser of the visitor.' }),
};

const translations = z
  .partialRecord(WidgetLanguage, z.strictObject(texts))
  .default({})
  .meta({ description: 'Greeting and starter questions in other languages, by language.' });

const fields = { ...choices, ...texts, translations };

/** How a chat widget looks and begins: of the agent, for all its tokens. */
export const WidgetAppearance = z.object(fields).meta({
  id: 'WidgetAppearance',
  description: 'How the chat widgets of an agent look and begin.',
});

export const SetWidgetAppearance = z.strictObject(fields).meta({
  id: 'SetWidgetAppearance',
  description: 'How the chat widgets of an agent look and begin. Fields that are left out are as by default.',
});

export type WidgetAppearance = z.output<typeof WidgetAppearance>;

/** As stored, or as widgets look by default. */
export const appearanceOf = (stored: string | null): WidgetAppearance =>
  SetWidgetAppearance.parse(stored === null ? {} : JSON.parse(stored));
