/** `/connect`: docs/interface.md, `urls.connect`. It says what is not there yet. */
import type { PageRoute } from "../../pages/page-route.js";
import { CONNECT_TEXTS } from "./texts.js";

export const connectPage: PageRoute = {
  method: "GET",
  path: "/connect",
  access: "anyone",
  handle: (visit) => {
    const { title, lead, now, nowList, notYet, notYetList } = CONNECT_TEXTS[visit.language];
    return {
      title,
      description: lead,
      body: (
        <>
          <h1>{title}</h1>
          <p>{lead}</p>
          <h2>{now}</h2>
          <ul>
            {nowList.map(({ name, what, path }) => (
              <li key={path}>
                <a href={visit.href(path)}>{name}</a>: {what}
              </li>
            ))}
          </ul>
          <h2>{notYet}</h2>
          <ul>
            {notYetList.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </>
      ),
    };
  },
};
