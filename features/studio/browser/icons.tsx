import appIcon from 'bootstrap-icons/icons/app-indicator.svg';
import redoIcon from 'bootstrap-icons/icons/arrow-clockwise.svg';
import undoIcon from 'bootstrap-icons/icons/arrow-counterclockwise.svg';
import downIcon from 'bootstrap-icons/icons/arrow-down.svg';
import backIcon from 'bootstrap-icons/icons/arrow-left.svg';
import upIcon from 'bootstrap-icons/icons/arrow-up.svg';
import spaceIcon from 'bootstrap-icons/icons/arrows-expand.svg';
import moneyIcon from 'bootstrap-icons/icons/bank.svg';
import chartIcon from 'bootstrap-icons/icons/bar-chart.svg';
import openIcon from 'bootstrap-icons/icons/box-arrow-up-right.svg';
import eventIcon from 'bootstrap-icons/icons/calendar-event.svg';
import entryIcon from 'bootstrap-icons/icons/calendar-plus.svg';
import cameraIcon from 'bootstrap-icons/icons/camera.svg';
import headerIcon from 'bootstrap-icons/icons/card-heading.svg';
import plainIcon from 'bootstrap-icons/icons/card-text.svg';
import smsIcon from 'bootstrap-icons/icons/chat-dots.svg';
import feedbackIcon from 'bootstrap-icons/icons/chat-square-text.svg';
import checkIcon from 'bootstrap-icons/icons/check-circle-fill.svg';
import unfoldedIcon from 'bootstrap-icons/icons/chevron-down.svg';
import foldedIcon from 'bootstrap-icons/icons/chevron-right.svg';
import clockIcon from 'bootstrap-icons/icons/clock.svg';
import copyIcon from 'bootstrap-icons/icons/copy.svg';
import lineIcon from 'bootstrap-icons/icons/dash-lg.svg';
import downloadIcon from 'bootstrap-icons/icons/download.svg';
import emailIcon from 'bootstrap-icons/icons/envelope.svg';
import warningIcon from 'bootstrap-icons/icons/exclamation-triangle-fill.svg';
import pdfIcon from 'bootstrap-icons/icons/file-earmark-pdf.svg';
import textIcon from 'bootstrap-icons/icons/file-text.svg';
import geoIcon from 'bootstrap-icons/icons/geo-alt.svg';
import websiteIcon from 'bootstrap-icons/icons/globe2.svg';
import dragIcon from 'bootstrap-icons/icons/grip-vertical.svg';
import buttonIcon from 'bootstrap-icons/icons/hand-index-thumb.svg';
import imagesIcon from 'bootstrap-icons/icons/images.svg';
import menuIcon from 'bootstrap-icons/icons/journal-text.svg';
import pageIcon from 'bootstrap-icons/icons/layout-text-window.svg';
import linksIcon from 'bootstrap-icons/icons/link-45deg.svg';
import audioIcon from 'bootstrap-icons/icons/music-note-beamed.svg';
import contactIcon from 'bootstrap-icons/icons/person-vcard.svg';
import videoIcon from 'bootstrap-icons/icons/play-btn.svg';
import plusIcon from 'bootstrap-icons/icons/plus-lg.svg';
import printIcon from 'bootstrap-icons/icons/printer.svg';
import faqIcon from 'bootstrap-icons/icons/question-circle.svg';
import starIcon from 'bootstrap-icons/icons/star.svg';
import phoneIcon from 'bootstrap-icons/icons/telephone.svg';
import couponIcon from 'bootstrap-icons/icons/ticket-perforated.svg';
import trashIcon from 'bootstrap-icons/icons/trash.svg';
import formIcon from 'bootstrap-icons/icons/ui-checks.svg';
import wifiIcon from 'bootstrap-icons/icons/wifi.svg';
import closeIcon from 'bootstrap-icons/icons/x-lg.svg';

const icons = {
  ...{ back: backIcon, down: downIcon, up: upIcon, redo: redoIcon, undo: undoIcon, check: checkIcon, copy: copyIcon },
  ...{ warning: warningIcon, drag: dragIcon, plus: plusIcon, trash: trashIcon, close: closeIcon, camera: cameraIcon },
  ...{ open: openIcon, download: downloadIcon, print: printIcon, chart: chartIcon },
  ...{ menu: menuIcon, url: websiteIcon, contact: contactIcon, coupon: couponIcon, feedback: feedbackIcon },
  ...{ rating: starIcon, event: eventIcon, links: linksIcon, pdf: pdfIcon, video: videoIcon, app: appIcon },
  ...{ clock: clockIcon, form: formIcon, faq: faqIcon, text: textIcon, images: imagesIcon, audio: audioIcon },
  ...{ wifi: wifiIcon, page: pageIcon, money: moneyIcon, email: emailIcon, sms: smsIcon, phone: phoneIcon },
  ...{ geo: geoIcon, entry: entryIcon, plain: plainIcon, header: headerIcon, button: buttonIcon, space: spaceIcon },
  ...{ line: lineIcon, folded: foldedIcon, unfolded: unfoldedIcon },
};

export type IconName = keyof typeof icons;

/** Draws an icon that has no meaning beyond the words beside it. */
export const Icon = ({ name, size = 20 }: { name: IconName; size?: number }) => (
  <svg class="icon" viewBox="0 0 16 16" width={size} height={size} fill="currentColor" aria-hidden="true">
    {icons[name].map((path) => (
      <path key={path} d={path} fill-rule="evenodd" />
    ))}
  </svg>
);
