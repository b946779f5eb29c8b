import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#errors.ts';
import { isLarge } from '#isomorphic/limits.ts';
import { noteBody } from './body-hash.ts';
import { readBody } from './strict-json.ts';
import { takeTurns } from './take-turns.ts';

/** Turns the text of a body into the value that the route's schema checks. May throw AppError. */
type ReadText = (text: string, request: FastifyRequest) => unknown;

/** Lets the routes of a plugin take bodies of text, by media type, besides JSON. Refuses invalid UTF-8, like those. */
export function acceptText(app: FastifyInstance, readers: Readonly<Record<string, ReadText>>): void {
  const takeTurn = takeTurns();
  for (const [mediaType, read] of Object.entries(readers))
    app.addContentTypeParser(mediaType, (request, payload, done) => {
      const parse = (body: Buffer): void => {
        try {
          noteBody(request, body);
          if (!isUtf8(body)) throw invalidUtf8();
          done(null, read(body.toString(), request));
        } catch (error) {
          done(error as Error);
        }
      };
      readBody(request, payload, anyStructure, (body) => {
        if (body instanceof Error) done(body);
        else if (isLarge(body.length)) takeTurn(() => parse(body));
        else parse(body);
      });
    });
}

const invalidUtf8 = (): AppError =>
  new AppError('invalid_request', "The body isn't valid UTF-8. Save the file as UTF-8.");

const anyStructure = (): void => {};
