/** The pages of the API reference, made from the OpenAPI document. */
import { renderToString } from "preact-render-to-string";
import { listOperations, operationPath } from "./list-operations.js";
import type { OpenApi } from "./openapi-view.js";
import { OperationPage } from "./operation-page.js";
import { SchemaTable } from "./schema-table.js";

export interface ApiPage {
  /** From the root of the site. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly html: string;
}

export function apiPages(document: OpenApi): readonly ApiPage[] {
  const all = listOperations(document);
  const operations = all.map((listed) => {
    const { method, path, operation } = listed;
    const { summary } = operation;
    const isAlone = all.filter((other) => other.operation.summary === summary).length === 1;
    return {
      path: operationPath(operation.operationId),
      title: isAlone ? summary : `${summary} (${method.toUpperCase()})`,
      description: `${method.toUpperCase()} ${path}`,
      html: renderToString(<OperationPage listed={listed} document={document} />),
    };
  });
  return [...operations, schemasPage(document)];
}

function schemasPage({ components }: OpenApi): ApiPage {
  const schemas = Object.entries(components.schemas);
  return {
    path: "api/schemas.html",
    title: "Schemas",
    description: "The values that the operations take and answer.",
    html: schemas
      .map(([name, schema]) =>
        renderToString(
          <section>
            <h2 id={name.toLowerCase()}>{name}</h2>
            <SchemaTable schema={schema} />
          </section>,
        ),
      )
      .join("\n"),
  };
}
